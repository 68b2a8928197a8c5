import type { Session } from '@stockcast/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AppDatabase } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type FaultProxy, startFaultProxy } from '../../testing/fault-proxy.ts'
import { never, type TestMerchant, withTestApp } from '../../testing/index.ts'
import { connectStore, type SandboxProcess, startSandboxProcess } from '../../testing/with-store.ts'
import { deleteShopData } from '../shops/queries.ts'
import { requestSync } from './request-sync.ts'
import { syncShop } from './sync-shop.task.ts'

const STATIC_SHOP = 'loaded-shop'
const SERIES = 24
/** Small, so that even a small store takes many batches and windows. */
const LIMITS = { batchLines: 30, windowRows: 15 }

let sandbox: SandboxProcess
let proxy: FaultProxy
/** Connected to a store that does not change on its own. */
let merchant: TestMerchant

const app = withTestApp(async ({ closeLater }) => {
  sandbox = await startSandboxProcess({ SANDBOX_RESTORE_RATE: '1000000' })
  closeLater(() => sandbox.stop())
  proxy = await startFaultProxy(sandbox.url)
  closeLater(() => proxy.close())
  return { now: new Date().toISOString(), env: { SANDBOX_URL: proxy.url } }
})

beforeAll(async () => {
  await loadSales(STATIC_SHOP, SERIES)
  merchant = await app.signUp()
  await connectStore(merchant, `${STATIC_SHOP}.myshopify.com`)
})

beforeEach(() => {
  proxy.intercept = () => null
  proxy.requests = []
})

/** Loads 60 days of invented sales, always the same. */
async function loadSales(shop: string, series: number): Promise<void> {
  const days = Array.from({ length: 60 }, (_, i) =>
    new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10),
  )
  const rows = Array.from({ length: series }, (_, s) =>
    [`sku-${s}`, ...days.map((_, d) => ((s * 7 + d * 3) % 11 < 4 ? (s + d) % 5 : 0))].join(','),
  )
  const response = await fetch(`${sandbox.url}/api/shops/${shop}/load`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: [['series_id', ...days].join(','), ...rows].join('\n'),
  })
  if (!response.ok) throw new Error(await response.text())
}

const run = (kernel: Kernel, runId: number, of = merchant) =>
  syncShop(kernel, { merchantId: of.merchantId, runId }, never, LIMITS)
const request = (of = merchant) =>
  app.kernel.db.withTenant(of.merchantId, (tx) => requestSync(app.kernel, tx, of.merchantId))
const getRun = async (of = merchant) => {
  const { run: latest } = await of.ask<{
    run: Record<string, unknown> | null
  }>('/api/sync')
  return latest
}

/** Sells or receives units of the store's first variant. */
async function change(shop: string, what: 'sell' | 'receive', quantity: number): Promise<void> {
  const listed = await fetch(`${sandbox.url}/api/shops/${shop}/variants`)
  const { variants } = (await listed.json()) as { variants: { variantId: string }[] }
  const response = await fetch(`${sandbox.url}/api/shops/${shop}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ variantId: variants[0]?.variantId, quantity }),
  })
  if (!response.ok) throw new Error(await response.text())
}

/** Deletes the store's data, as if it had just been connected. */
async function startOver(of = merchant): Promise<number> {
  await app.kernel.db.withTenant(of.merchantId, (tx) => deleteShopData(tx, of.merchantId))
  return request(of)
}

const tables = [
  'locations',
  'products',
  'variants',
  'inventory_levels',
  'orders',
  'order_lines',
  'sales_daily',
  'stock_daily',
  'sync_seen_variants',
  'sync_seen_levels',
] as const

/** Returns every row that a sync writes, as text, without the columns that say when something was done. */
async function toRows(of = merchant): Promise<Record<string, string[]>> {
  return app.kernel.db.withTenant(of.merchantId, async (tx) => {
    const all: Record<string, string[]> = {}
    for (const table of tables) {
      const found = await sql<{ row: string }>`
        select t::text as row from ${sql.table(table)} t where merchant_id = ${of.merchantId} order by 1
      `.execute(tx)
      all[table] = found.rows.map((each) => each.row)
    }
    return all
  })
}

async function uninterrupted(): Promise<Record<string, string[]>> {
  await run(app.kernel, await startOver())
  expect(await getRun()).toMatchObject({ phase: 'forecast', kind: 'first', method: 'bulk' })
  return toRows()
}

class Killed extends Error {}

/**
 * Returns a kernel whose process dies at its n-th transaction: before its commit, or right after it. Nothing
 * works from then on.
 */
function dyingKernel(n: number, moment: 'before' | 'after'): { kernel: Kernel; isDead: () => boolean } {
  let count = 0
  const withTenant: AppDatabase['withTenant'] = async (merchantId, work) => {
    count++
    if (count > n || (count === n && moment === 'before')) throw new Killed()
    const result = await app.kernel.db.withTenant(merchantId, work)
    if (count === n) throw new Killed()
    return result
  }
  return { kernel: { ...app.kernel, db: { ...app.kernel.db, withTenant } }, isDead: () => count >= n }
}

describe('the first sync', () => {
  it('S-07 reads the whole store and requests forecasts', async () => {
    const rows = await uninterrupted()
    expect(rows.products).toHaveLength(SERIES)
    expect(rows.variants).toHaveLength(SERIES)
    expect(rows.stock_daily).toHaveLength(SERIES)
    expect(rows.sync_seen_variants).toEqual([])
    expect(app.kernel.sentJobs).toContainEqual(
      expect.objectContaining({
        name: 'forecast-shop',
        data: expect.objectContaining({ merchantId: merchant.merchantId }),
      }),
    )
    expect(await getRun()).toMatchObject({
      phase: 'forecast',
      products: SERIES,
      variants: SERIES,
      orders: rows.orders?.length,
      orderLines: rows.order_lines?.length,
      message: null,
    })
  })

  it('records each sale of the source on its day', async () => {
    await uninterrupted()
    const sold = await app.kernel.db.withTenant(merchant.merchantId, (tx) =>
      tx
        .selectFrom('sales_daily')
        .select((row) => [row.fn.sum<number>('units_sold').as('units'), row.fn.countAll<number>().as('days')])
        .where('merchant_id', '=', merchant.merchantId)
        .executeTakeFirstOrThrow(),
    )
    let units = 0
    let days = 0
    for (let s = 0; s < SERIES; s++) {
      for (let d = 0; d < 60; d++) {
        const sales = (s * 7 + d * 3) % 11 < 4 ? (s + d) % 5 : 0
        units += sales
        days += sales > 0 ? 1 : 0
      }
    }
    expect(sold).toEqual({ units, days })
  })

  it('ends with the same rows wherever it was killed', async () => {
    const expected = await uninterrupted()
    // Before the n-th commit the state is that after the commit before it, so a few of them suffice.
    for (const [moment, step] of [
      ['before', 5],
      ['after', 1],
    ] as const) {
      let n = 1
      for (; ; n += step) {
        const runId = await startOver()
        const { kernel, isDead } = dyingKernel(n, moment)
        await run(kernel, runId).catch((error) => expect(error).toBeInstanceOf(Killed))
        if (!isDead()) break
        await run(app.kernel, runId)
        expect({ n, moment, rows: await toRows() }).toEqual({ n, moment, rows: expected })
        expect(await getRun()).toMatchObject({
          phase: 'forecast',
          orders: expected.orders?.length,
          orderLines: expected.order_lines?.length,
        })
      }
      expect(n).toBeGreaterThan(15)
    }
  }, 120_000)

  /** Bulk is unavailable, and pages are so small that a listing takes many of them. */
  const onlySmallPages: FaultProxy['intercept'] = ({ body }) => {
    if (body.includes('bulkOperationRunQuery')) return refusal('ACCESS_DENIED')
    const size = Number(/"first":(\d+)/.exec(body)?.[1] ?? 0)
    return size > 10 ? refusal('MAX_COST_EXCEEDED') : null
  }
  const refusal = (code: string) => ({
    status: 200,
    body: { errors: [{ message: code, extensions: { code } }] },
  })

  it('ends with the same rows when it reads page by page because bulk operations are not allowed', async () => {
    const expected = await uninterrupted()
    const runId = await startOver()
    proxy.intercept = onlySmallPages
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({ phase: 'forecast', method: 'paged' })
    expect(await toRows()).toEqual(expected)
    // Listings of stock begin again before Shopify ends them, as those of variants do.
    for (const listing of ['VariantsPage', 'LocationLevelsPage']) {
      const pages = proxy.requests.filter(({ body }) => body.includes(`query ${listing}`))
      expect(pages.some(({ body }) => body.includes('"query":"id:>'))).toBe(true)
    }
  })

  it('ends with the same rows when it reads page by page, wherever it was killed', async () => {
    const expected = await uninterrupted()
    proxy.intercept = onlySmallPages
    let n = 2
    for (; ; n += 3) {
      const runId = await startOver()
      const { kernel, isDead } = dyingKernel(n, 'after')
      await run(kernel, runId).catch((error) => expect(error).toBeInstanceOf(Killed))
      if (!isDead()) break
      await run(app.kernel, runId)
      expect({ n, rows: await toRows() }).toEqual({ n, rows: expected })
    }
    expect(n).toBeGreaterThan(18)
  }, 120_000)

  it('continues with the bulk operation that it had started', async () => {
    const runId = await startOver()
    const { kernel } = dyingKernel(7, 'after')
    await run(kernel, runId).catch(() => undefined)
    await run(app.kernel, runId)
    const started = proxy.requests.filter(({ body }) => body.includes('bulkOperationRunQuery'))
    expect(started).toHaveLength(2)
  })

  it('starts a bulk operation again when its result is gone, and finally reads page by page', async () => {
    const expected = await uninterrupted()
    const gone = { status: 404, body: {} }
    for (const times of [1, 99]) {
      const runId = await startOver()
      let left = times
      proxy.intercept = ({ path }) => (path.includes('/_bulk/') && left-- > 0 ? gone : null)
      await run(app.kernel, runId)
      expect(await getRun()).toMatchObject({ phase: 'forecast', method: times === 1 ? 'bulk' : 'paged' })
      expect(await toRows()).toEqual(expected)
    }
  })

  it('reads page by page when a bulk operation fails at Shopify', async () => {
    const expected = await uninterrupted()
    const runId = await startOver()
    const failed = {
      id: 'gid://shopify/BulkOperation/1',
      status: 'FAILED',
      errorCode: 'TIMEOUT',
      createdAt: new Date().toISOString(),
      objectCount: '0',
      rootObjectCount: '0',
      url: null,
    }
    proxy.intercept = ({ body }) =>
      body.includes('BulkStatus') ? { status: 200, body: { data: { bulkOperation: failed } } } : null
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({ phase: 'forecast', method: 'paged' })
    expect(await toRows()).toEqual(expected)
  })
})

it('S-07 a run lasts until the forecasts that follow it are done, or are long overdue', async () => {
  await run(app.kernel, await startOver())
  expect(await getRun()).toMatchObject({
    status: 'running',
    phase: 'forecast',
    forecast: { done: 0, total: SERIES },
    finishedAt: null,
  })
  const late = 15 * 60_000 + 1
  app.kernel.clock.advance(late)
  expect(await getRun()).toMatchObject({ status: 'succeeded', phase: 'done' })
  app.kernel.clock.advance(-late)
  await merchant.rows(sql`update merchants set forecast_as_of = ${app.kernel.clock.now()}
    where id = ${merchant.merchantId}`)
  expect(await getRun()).toMatchObject({ status: 'succeeded', phase: 'done' })
})

describe('a failure during a sync', () => {
  it('is shown with what happens next, without the advice for somebody who waits', async () => {
    const runId = await startOver()
    const errors = [{ message: 'Internal error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }]
    proxy.intercept = () => ({ status: 200, body: { errors } })
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({
      message: 'Shopify does not answer. The sync continues by itself.',
      messageCode: 'interrupted',
    })
  })

  it('is shown while Shopify does not answer, before the requests are given up, and cleared afterwards', async () => {
    const runId = await startOver()
    let failures = 2
    proxy.intercept = () => (failures-- > 0 ? { status: 503, body: {} } : null)
    const running = run(app.kernel, runId)
    const message = 'Shopify does not answer. The sync continues by itself.'
    await vi.waitFor(async () => expect(await getRun()).toMatchObject({ message }), {
      timeout: 5000,
      interval: 20,
    })
    await running
    expect(await getRun()).toMatchObject({ phase: 'forecast', message: null, messageCode: null })
  })

  it('that is temporary is shown, retried and cleared', async () => {
    const runId = await startOver()
    proxy.intercept = ({ body }) => (body.includes('ShopInfo') ? { status: 423, body: {} } : null)
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({
      status: 'running',
      message: expect.stringMatching(/paused.*continues by itself/),
    })
    expect(app.kernel.sentJobs.at(-1)).toEqual({
      name: 'sync-shop',
      data: { merchantId: merchant.merchantId, runId },
      options: { delaySeconds: 10 },
    })
    proxy.intercept = () => null
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({ phase: 'forecast', message: null })
  })

  it('that is permanent ends the run with its message, and the next run can begin', async () => {
    const runId = await startOver()
    proxy.intercept = ({ body }) => (body.includes('ShopInfo') ? { status: 404, body: {} } : null)
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({
      status: 'failed',
      message: 'This store domain was not found at Shopify.',
      messageCode: 'ended',
    })
    expect(await request()).not.toBe(runId)
  })

  it('that Shopify causes never ends a sync, however often it occurs', async () => {
    const runId = await startOver()
    proxy.intercept = ({ body }) => (body.includes('ShopInfo') ? { status: 423, body: {} } : null)
    for (let attempt = 1; attempt <= 21; attempt++) await run(app.kernel, runId)
    expect(app.kernel.sentJobs.at(-1)).toMatchObject({ name: 'sync-shop', options: { delaySeconds: 300 } })
    proxy.intercept = () => null
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({ phase: 'forecast', message: null })
  })

  it('of our own that occurs at the same point twenty times ends the run', async () => {
    const runId = await startOver()
    await merchant.rows(sql`update sync_runs set attempts = 20
      where merchant_id = ${merchant.merchantId} and id = ${runId}`)
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/repeatedly at the same point/),
    })
  })
})

describe('two workers', () => {
  it('never write to the same run: the one that took it over last owns it', async () => {
    const expected = await uninterrupted()
    const runId = await startOver()
    let second: Promise<void> | undefined
    proxy.intercept = ({ body }) => {
      if (body.includes('BulkStatus')) second ??= run(app.kernel, runId)
      return null
    }
    await run(app.kernel, runId)
    await second
    expect(await toRows()).toEqual(expected)
    expect(await getRun()).toMatchObject({ phase: 'forecast', orders: expected.orders?.length })
  })

  it('leave a run alone that has ended', async () => {
    const runId = await startOver()
    await run(app.kernel, runId)
    const before = await getRun()
    await run(app.kernel, runId)
    expect(await getRun()).toEqual(before)
  })
})

describe('syncing again', () => {
  it('adds what has changed and duplicates nothing', async () => {
    await run(app.kernel, await startOver())
    const before = await toRows()
    await change(STATIC_SHOP, 'receive', 10)
    const runId = await request()
    await run(app.kernel, runId)
    expect(await getRun()).toMatchObject({ id: runId, kind: 'full', phase: 'forecast' })
    const after = await toRows()
    expect(after.inventory_levels).not.toEqual(before.inventory_levels)
    expect(after.sales_daily).toEqual(before.sales_daily)
    expect(after.order_lines).toEqual(before.order_lines)
  })

  it('stores the country of the store, and the new one after a move', async () => {
    const getCountry = async () => (await merchant.ask<Session>('/api/session')).merchant.countryCode
    for (const countryCode of ['FR', 'US']) {
      const moved = await fetch(`${sandbox.url}/api/shops/${STATIC_SHOP}/country`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ countryCode }),
      })
      expect(moved.status).toBe(200)
      await run(app.kernel, await request())
      expect(await getCountry()).toBe(countryCode)
    }
  })

  it('counts a sale made during the sync once, however often it is read', async () => {
    const shop = 'selling-shop'
    await loadSales(shop, 3)
    const seller = await app.signUp()
    // The store signs with the time of this machine, and an answer from the future is refused.
    app.kernel.clock.set(new Date().toISOString())
    const { syncRunId } = await connectStore(seller, `${shop}.myshopify.com`)
    await run(app.kernel, syncRunId, seller)
    const units = async () => {
      const total = await app.kernel.db.withTenant(seller.merchantId, (tx) =>
        tx
          .selectFrom('sales_daily')
          .select((row) => row.fn.sum<number>('units_sold').as('units'))
          .where('merchant_id', '=', seller.merchantId)
          .executeTakeFirstOrThrow(),
      )
      return total.units
    }
    const before = await units()
    await change(shop, 'receive', 50)
    await change(shop, 'sell', 7)
    for (let i = 0; i < 3; i++) await run(app.kernel, await request(seller), seller)
    expect(await units()).toBe(before + 7)
  })
})

describe('POST /functions/shopify-sync-inventory', () => {
  const start = (of: TestMerchant, merchant_id: number) =>
    of.request('/functions/shopify-sync-inventory', { json: { merchant_id } })

  it('T-05 starts one run, and returns it for all requests until it ends', async () => {
    await run(app.kernel, await startOver())
    const answers = await Promise.all([1, 2, 3].map(() => start(merchant, merchant.merchantId)))
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { syncRunId: number }).syncRunId),
    )
    expect(new Set(ids).size).toBe(1)
    await run(app.kernel, ids[0] ?? 0)
  })

  it('X-04 refuses a merchant_id that is not the caller’s', async () => {
    expect((await start(merchant, merchant.merchantId + 1)).status).toBe(403)
  })

  it('refuses a merchant without a store', async () => {
    const stranger = await app.signUp()
    expect((await start(stranger, stranger.merchantId)).status).toBe(412)
    expect(await getRun(stranger)).toBeNull()
  })
})
