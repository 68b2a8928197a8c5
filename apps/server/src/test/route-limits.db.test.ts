import {
  importsApi,
  ordersApi,
  type PurchaseOrder,
  sessionApi,
  toAddress,
  type Use,
} from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newDemoUserEmail } from '../kernel/demo-user-email.ts'
import { createApi } from '../kernel/http/api.ts'
import { assertEndpoints, getEndpoints } from '../kernel/http/find-endpoint.ts'
import type { ApiDocument } from '../kernel/http/reference/describe-api.ts'
import { merchantKey } from '../kernel/limits/take-use.ts'
import { getLimits, ruleOfUse } from '../kernel/limits/use-rules.ts'
import { STREAMS_PER_MERCHANT } from '../kernel/live/event-streams.ts'
import { boundedTables, type GrowingTable, rowQuotas } from '../kernel/quotas/quotas.ts'
import { forgetUses } from '../testing/forget-uses.ts'
import { readOperations } from '../testing/fuzz/operations.ts'
import { plantOther } from '../testing/fuzz/plant-other.ts'
import { plantOwn } from '../testing/fuzz/plant-own.ts'
import { runFuzz } from '../testing/fuzz/run-fuzz.ts'
import { type TestMerchant, withTestApp } from '../testing/index.ts'
import { insertSupplier } from '../testing/insert-supplier.ts'
import { routeTable } from '../testing/route-table.ts'
import { readTenantTables } from '../testing/tenant-tables.ts'

const MEGABYTE = 1024 ** 2
const FUZZ_REQUESTS = 700
const PATIENCE_MS = 240_000
const growing = Object.keys(rowQuotas) as GrowingTable[]

let freeBytes = 1000 * MEGABYTE
const app = withTestApp(() => ({ env: { DISK_RESERVE_MB: '100' }, getFreeBytes: async () => freeBytes }))

/** Routes that no merchant is counted for, and what bounds them instead. */
const countedOtherwise: Readonly<Record<string, RegExp>> = {
  'requests by network address, see requestRules in kernel/limits/request-rules.ts': /^POST \/api\/auth\//,
  'signed by Stripe, Twilio or the store, and stored once each': /^POST \/(api\/)?(webhooks|functions)\//,
  'a signed link: it works once, or sets what one row says; actions count as uses of the merchant':
    /^POST \/(act|u|confirm|stop|stop-report)\/:token$/,
  'only in the sandbox': /^POST \/internal\/clock$/,
}

const getName = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
/** Returns the use of each route that has one. */
const usesOfRoutes = () =>
  new Map(
    [...getEndpoints(app.domains.mounts.guarded)].flatMap(([name, { use }]) =>
      use === undefined ? [] : [[name, use as Use]],
    ),
  )
const changing = () => routeTable(app.domains.mounts.guarded).filter(({ method }) => method !== 'GET')
const fill = (path: string) => path.replaceAll(/[{:]\w+\}?/g, '999')

async function fillCount({ merchantId }: TestMerchant, use: Use): Promise<void> {
  const { most } = ruleOfUse('merchant', use)
  const now = app.kernel.clock.now()
  await app.kernel.db.directory
    .insertInto('limit_counts')
    .values({
      key: merchantKey(merchantId, use),
      times: [now],
      uses: most,
      forget_at: now,
    })
    .execute()
}

async function toRows({ merchantId }: { merchantId: number }): Promise<Record<GrowingTable, number>> {
  const counts = growing.map(
    (table) =>
      sql`(select count(*) from ${sql.table(table)} where merchant_id = ${merchantId}) as ${sql.ref(table)}`,
  )
  const { rows } = await app.kernel.db.withTenant(merchantId, (tx) =>
    sql<Record<GrowingTable, number>>`select ${sql.join(counts)}`.execute(tx),
  )
  return rows[0]!
}

describe('every route that changes something', () => {
  it('is counted: by the use that it declares, or for a reason that is listed', () => {
    const { direct = [], open } = app.domains.mounts
    const uses = usesOfRoutes()
    expect(changing().filter((route) => !uses.has(getName(route)))).toEqual([])
    expect(changing().length).toBeGreaterThan(50)
    const others = routeTable([...direct, ...open]).filter(({ method }) => method !== 'GET')
    expect(others.length).toBeGreaterThan(10)
    const reasons = Object.values(countedOtherwise)
    expect(others.map(getName).filter((name) => !reasons.some((reason) => reason.test(name)))).toEqual([])
  })

  it('keeps the server from starting when the contract does not name it', () => {
    const api = createApi()
    api.post('/api/things', () => new Response())
    expect(() => assertEndpoints([{ path: '/', routes: api }])).toThrow(
      'POST /api/things is not in the contract',
    )
  })

  it('is refused once the merchant has made as many changes as allowed, whatever it is sent', async () => {
    const merchant = await app.signUp()
    await fillCount(merchant, 'change')
    for (const route of changing()) {
      const answer = await merchant.request(fill(route.path), { method: route.method, body: '{' })
      expect([getName(route), answer.status]).toEqual([getName(route), 429])
    }
  })

  it('or computes much is refused once its own use is counted as often as allowed, for its head too', async () => {
    for (const [name, use] of usesOfRoutes()) {
      if (use === 'change') continue
      const merchant = await app.signUp()
      await fillCount(merchant, use)
      const [method = '', path = ''] = name.split(' ')
      for (const each of method === 'GET' ? ['GET', 'HEAD'] : [method]) {
        const answer = await app.app.request(fill(path), {
          method: each,
          headers: { authorization: `Bearer ${merchant.token}` },
        })
        expect([name, each, answer.status, answer.headers.get('retry-after')]).toEqual([
          name,
          each,
          429,
          String(ruleOfUse('merchant', use).withinMs / 1000),
        ])
      }
    }
  })

  it('and adds rows is refused while half of the reserve of the disk is used up, and no other one', async () => {
    const merchant = await app.signUp()
    const uses = usesOfRoutes()
    freeBytes = 49 * MEGABYTE
    for (const route of changing().filter(
      ({ path }) => !/account|sync|imports|seed|sample|inventory|sales/.test(path),
    )) {
      const answer = await merchant.request(fill(route.path), { method: route.method, body: '{' })
      const isRefused = answer.status === 503
      expect([getName(route), isRefused]).toEqual([
        getName(route),
        (getLimits(uses.get(getName(route))!).grows ?? []).length > 0,
      ])
    }
    freeBytes = 1000 * MEGABYTE
  })
})

it('a request for the head alone keeps no stream of events open', async () => {
  const merchant = await app.signUp()
  const headers = { authorization: `Bearer ${merchant.token}` }
  for (let n = 0; n < 2 * STREAMS_PER_MERCHANT; n++)
    expect((await app.app.request(sessionApi.streamEvents.path, { method: 'HEAD', headers })).status).toBe(
      200,
    )
  const open = await app.app.request(sessionApi.streamEvents.path, { headers })
  expect(open.status).toBe(200)
  await open.body?.cancel()
})

describe('the rows of a merchant', () => {
  it('have a quota in every tenant table, or a reason why they need none', async () => {
    const tables = (await readTenantTables(app.kernel.db.directory)).map(({ name }) => name)
    expect([...growing, ...Object.keys(boundedTables)].sort()).toEqual([...tables].sort())
  })

  it(
    'grow only in tables that the route declares, in generated requests',
    async () => {
      const document = (await (await app.request('/api/openapi.json')).json()) as ApiDocument
      const merchant = await app.signUp()
      const other = await plantOther(app.kernel.db, (await app.signUp()).merchantId)
      const send = (address: string, init: RequestInit = {}) =>
        app.app.request(address, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${merchant.token}` },
        })
      await merchant.request('/functions/seed-demo-data', { json: { merchantId: merchant.merchantId } })
      const known = {
        merchantId: merchant.merchantId,
        ids: await plantOwn(async (address, init) => send(address, init)),
        texts: [merchant.email],
        foreignIds: other.ids,
        foreignMerchantId: other.merchantId,
      }
      const uses = usesOfRoutes()
      const grown = new Set<GrowingTable>()
      const faults: string[] = []
      let before = await toRows(merchant)
      const caller = {
        name: 'merchant',
        known: () => known,
        send: async ({
          route,
          address,
          method,
          headers,
          body,
        }: Parameters<Parameters<typeof runFuzz>[0]['callers'][0]['send']>[0]) => {
          await forgetUses(app.kernel, merchant)
          const answer = await send(address, { method, headers, body })
          const after = await toRows(merchant)
          const use = uses.get(route.replaceAll(/\{(\w+)\}/g, ':$1'))
          const declared: readonly GrowingTable[] = (use && getLimits(use).grows) ?? []
          for (const table of growing.filter((each) => after[each] > before[each])) {
            grown.add(table)
            if (!declared.includes(table)) faults.push(`${route} added rows to ${table}`)
          }
          before = after
          return answer
        },
      }
      const operations = readOperations(document).filter(
        ({ method, path, isGuarded }) =>
          isGuarded &&
          method !== 'GET' &&
          !/account|notifications|reports|billing|stripe|seed|shopify|forecast/.test(path),
      )
      await runFuzz({
        operations,
        callers: [caller],
        check: async () => [],
        count: FUZZ_REQUESTS,
        seed: 12,
        atOnce: 1,
      })
      expect(faults).toEqual([])
      expect([...grown]).toEqual(
        expect.arrayContaining(['purchase_orders', 'purchase_order_lines', 'suppliers']),
      )
    },
    PATIENCE_MS,
  )

  it(
    'of a demo end at its quota, however many lines and receipts it sends',
    async () => {
      const demo = await app.signUp(newDemoUserEmail())
      const { merchantId } = demo
      const items = Array.from({ length: 480 }, (_, n) => ({ sku: `S${n}`, stock: 1 }))
      const saved = await demo.request(importsApi.saveInventory.path, { method: 'PUT', json: { items } })
      expect(saved.status).toBe(200)
      const supplierId = await insertSupplier(app.kernel, { merchantId, name: 'A', items: [] })
      const variants = await demo.rows(
        sql<{ variant_id: number }>`select variant_id from variants where merchant_id = ${merchantId}`,
      )
      const lines = variants.map(({ variant_id }) => ({ variantId: variant_id, units: 5 }))
      const draft = () => demo.request(ordersApi.create.path, { json: { supplierId, lines } })
      const first = (await (await draft()).json()) as PurchaseOrder
      await demo.request(toAddress(ordersApi.markOrdered, { id: first.id }), {
        json: { version: first.version },
      })
      const receive = () =>
        demo.request(toAddress(ordersApi.receive, { id: first.id }), {
          json: {
            key: crypto.randomUUID(),
            lines: first.lines.map(({ id }) => ({ lineId: id, accepted: 1, rejected: 1 })),
          },
        })
      for (const send of [draft, receive]) {
        let answer = await send()
        for (let n = 0; n < 40 && answer.ok; n++) answer = await send()
        expect([answer.status, await answer.json()]).toMatchObject([
          429,
          { error: { code: 'limit_exceeded', message: expect.stringContaining('5,000') } },
        ])
      }
      const rows = await toRows(demo)
      for (const table of growing) expect(rows[table]).toBeLessThanOrEqual(rowQuotas[table].demo)
      expect(rows.purchase_order_lines).toBeGreaterThan(4000)
      expect(rows.receipt_lines).toBeGreaterThan(4000)
    },
    PATIENCE_MS,
  )
})
