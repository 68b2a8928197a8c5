import { createHash, randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Import, importSchema } from '@stockcast/contract'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { AppDatabase, Tx } from '../../kernel/database/app-database.ts'
import { insertCatalog, newForEachTest, type TestMerchant, withTestApp } from '../../testing/index.ts'
import { expectRefusal } from '../../testing/read-answer.ts'
import { createTestKernel } from '../../testing/test-kernel.ts'
import { applyImport } from './apply/apply-import.task.ts'
import { importedId, variantKey } from './check/item-ids.ts'
import { checkImport } from './check-import.task.ts'
import { openUpload } from './uploads.ts'

const app = withTestApp()

const signal = new AbortController().signal
const key = (merchant: TestMerchant, { id }: Pick<Import, 'id'>) => ({
  merchantId: merchant.merchantId,
  importId: id,
})

const getId = (sku: string) => importedId(variantKey({ sku, name: '' }))

async function answer(response: Response): Promise<Import> {
  expect(response.status).toBe(200)
  return importSchema.parse(await response.json())
}

async function upload(
  merchant: TestMerchant,
  kind: 'products' | 'sales',
  body: string | Uint8Array<ArrayBuffer>,
  query = '',
): Promise<Import> {
  const path = `/api/imports?kind=${kind}&fileName=file.csv${query}`
  return answer(await merchant.request(path, { method: 'POST', body }))
}

const show = async (merchant: TestMerchant, id: number) =>
  answer(await merchant.request(`/api/imports/${id}`))
const apply = (merchant: TestMerchant, id: number) =>
  merchant.request(`/api/imports/${id}/apply`, { method: 'POST' })

async function checked(
  merchant: TestMerchant,
  kind: 'products' | 'sales',
  body: string | Uint8Array<ArrayBuffer>,
  query = '',
): Promise<Import> {
  const uploaded = await upload(merchant, kind, body, query)
  await checkImport(app.kernel, key(merchant, uploaded), signal)
  return show(merchant, uploaded.id)
}

/** Uploads, checks and imports a file without faults. */
async function imported(merchant: TestMerchant, kind: 'products' | 'sales', body: string, query = '') {
  const ready = await checked(merchant, kind, body, query)
  expect(ready).toMatchObject({ status: 'ready', faults: [] })
  await answer(await apply(merchant, ready.id))
  await applyImport(app.kernel, key(merchant, ready))
  const applied = await show(merchant, ready.id)
  expect(applied.status).toBe('applied')
  return applied
}

const inTenant = <T>(merchant: TestMerchant, work: (tx: Tx) => Promise<T>) =>
  app.kernel.db.withTenant(merchant.merchantId, work)

async function sales(merchant: TestMerchant): Promise<string[]> {
  const rows = await inTenant(merchant, (tx) =>
    tx
      .selectFrom('sales_daily as s')
      .innerJoin('variants as v', (join) =>
        join.onRef('v.variant_id', '=', 's.variant_id').on('v.merchant_id', '=', merchant.merchantId),
      )
      .select(['v.sku', 's.day', 's.units_sold'])
      .where('s.merchant_id', '=', merchant.merchantId)
      .orderBy('v.sku')
      .orderBy('s.day')
      .execute(),
  )
  return rows.map(({ sku, day, units_sold }) => `${sku} ${day} ${units_sold}`)
}

/** Returns the sizes of the stored pieces of the merchant's files. */
const storedBytes = async () => {
  const rows = await inTenant(merchant, (tx) =>
    tx
      .selectFrom('upload_chunks')
      .select('content')
      .where('merchant_id', '=', merchant.merchantId)
      .orderBy('chunk')
      .execute(),
  )
  return rows.map(({ content }) => content.length)
}

const tables = [
  'products',
  'variants',
  'inventory_levels',
  'locations',
  'order_lines',
  'sales_daily',
  'stock_daily',
] as const

async function toRows(merchant: TestMerchant): Promise<Record<string, unknown[]>> {
  return inTenant(merchant, async (tx) => {
    const all: Record<string, unknown[]> = {}
    for (const table of tables) {
      const rows = await tx
        .selectFrom(table)
        .selectAll()
        .where('merchant_id', '=', merchant.merchantId)
        .execute()
      all[table] = rows
        .map(({ merchant_id: _, ...row }) => JSON.stringify(row))
        .map((row) => row.replace(`import-${merchant.merchantId}`, 'import'))
        .sort()
    }
    return all
  })
}

const products =
  'product,variant,sku,vendor,price,stock\nKettle,Black,K-B,Northfold,79.5,12\nPapers,,P,,4,0\n'

/** Creates a connected store whose own orders begin on 1 November. */
async function connectedMerchant(): Promise<TestMerchant> {
  const merchant = await app.signUp()
  const { merchantId } = merchant
  const at = app.kernel.clock.now()
  await inTenant(merchant, async (tx) => {
    await tx
      .insertInto('shop_connections')
      .values({
        merchant_id: merchantId,
        shop_domain: `shop-${merchantId}.myshopify.com`,
        shop_gid: '1',
        access_token: 'sealed',
        scopes: [],
        status: 'connected',
        connected_at: at,
      })
      .execute()
    await tx
      .insertInto('orders')
      .values({ merchant_id: merchantId, order_id: 1, day: '2026-11-01', is_counted: true, updated_at: at })
      .execute()
  })
  await insertCatalog(app.kernel, { merchantId, variants: [{ sku: 'K-B' }] })
  return merchant
}

const merchant = newForEachTest(() => app.signUp())

describe('products and stock', () => {
  it('become a shop of their own and queue its forecasts', async () => {
    const applied = await imported(merchant, 'products', products, '&timeZone=Europe/Berlin&currency=EUR')
    expect(applied.totals).toMatchObject({ rows: 2, skus: 2, newSkus: 2, changedSkus: 0, units: 12 })
    const session = await merchant.ask<{ merchant: object }>('/api/session')
    expect(session.merchant).toMatchObject({
      shopDomain: `import-${merchant.merchantId}`,
      shopName: 'Your products',
      timeZone: 'Europe/Berlin',
      currency: 'EUR',
      isConnected: false,
      isDemo: false,
    })
    expect(app.kernel.sentJobs.at(-1)).toMatchObject({ name: 'forecast-shop' })
    const { rows } = await merchant.ask<{ rows: { title: string; variantId: number }[] }>(
      '/api/products?sort=title',
    )
    expect(rows).toMatchObject([
      { title: 'Kettle, Black', sku: 'K-B', vendor: 'Northfold', variantId: getId('K-B') },
      { title: 'Papers', sku: 'P' },
    ])
    const detail = await merchant.request(`/api/products/${rows[0]?.variantId}`)
    expect(await detail.json()).toMatchObject({ locations: [{ name: 'Main', available: 12, onHand: 12 }] })
  })

  it('change nothing when they are imported again, and the check says so before', async () => {
    await imported(merchant, 'products', products)
    const before = await toRows(merchant)
    const again = await imported(merchant, 'products', products)
    expect(again.totals).toMatchObject({ newSkus: 0, changedSkus: 0 })
    expect(await toRows(merchant)).toEqual(before)
    const next = await checked(merchant, 'products', 'product,sku,stock\nKettle,K-B,3\nNew,N,1\n')
    expect(next.totals).toMatchObject({ newSkus: 1, changedSkus: 1 })
  })

  it('keep what a later file leaves out, and get new stock location by location', async () => {
    await imported(merchant, 'products', products)
    const levels = async () => {
      const rows = await inTenant(merchant, (tx) =>
        tx
          .selectFrom('inventory_levels as l')
          .innerJoin('locations as p', (join) =>
            join.onRef('p.location_id', '=', 'l.location_id').on('p.merchant_id', '=', merchant.merchantId),
          )
          .select(['p.name', 'l.available'])
          .where('l.merchant_id', '=', merchant.merchantId)
          .where('l.variant_id', '=', getId('K-B'))
          .orderBy('p.name')
          .execute(),
      )
      return rows.map(({ name, available }) => `${name} ${available}`)
    }
    const places = 'product,variant,sku,stock,location\nKettle,Black,K-B,5,Berlin\nKettle,Black,K-B,7,Paris\n'
    await imported(merchant, 'products', places)
    expect(await levels()).toEqual(['Berlin 5', 'Paris 7'])
    await imported(merchant, 'products', 'product,variant,sku,stock,location\nKettle,Black,K-B,6,Paris\n')
    expect(await levels()).toEqual(['Berlin 5', 'Paris 6'])
    const variant = await inTenant(merchant, (tx) =>
      tx
        .selectFrom('variants')
        .selectAll()
        .where('merchant_id', '=', merchant.merchantId)
        .where('sku', '=', 'K-B')
        .execute(),
    )
    expect(variant).toMatchObject([{ price: 79.5 }])
    await imported(merchant, 'products', 'product,sku,stock\nKettle,K-B,4\n')
    expect(await levels()).toEqual(['Main 4'])
  })

  it('with a fault are reported by line and reason, and the others can be imported', async () => {
    const faulty = await checked(merchant, 'products', `${products}Cup,,C,,x,1\n`)
    expect(faulty).toMatchObject({
      status: 'ready',
      faultsTotal: 1,
      faults: [{ line: 4, column: 'price', reason: '“x” is not an amount such as 12.50' }],
    })
    expect((await toRows(merchant)).products).toEqual([])
    expect((await apply(merchant, faulty.id)).status).toBe(200)
    await applyImport(app.kernel, key(merchant, faulty))
    expect((await toRows(merchant)).products).toHaveLength(2)
  })

  it('without a single readable row cannot be imported', async () => {
    const faulty = await checked(merchant, 'products', 'product,sku,stock\nCup,C,many\n')
    expect(faulty).toMatchObject({ status: 'faulty', faultsTotal: 1 })
    expect((await apply(merchant, faulty.id)).status).toBe(409)
  })

  it('are refused for a connected store before the file is read', async () => {
    const merchant = await connectedMerchant()
    const refused = await merchant.request('/api/imports?kind=products', { method: 'POST', body: products })
    expect(refused.status).toBe(412)
    const call = await merchant.request('/api/inventory', {
      method: 'PUT',
      json: { items: [{ sku: 'A', stock: 1 }] },
    })
    expect(call.status).toBe(412)
  })
})

describe('sales', () => {
  const day = (n: number) => `2026-10-0${n}`
  const long = `sku,day,units\nK-B,${day(1)},2\nP,${day(1)},1\nK-B,${day(1)},3\nK-B,${day(2)},4\n`

  it('replace those imported before, and a zero removes them', async () => {
    await imported(merchant, 'products', products)
    await imported(merchant, 'sales', long)
    expect(await sales(merchant)).toEqual([`K-B ${day(1)} 5`, `K-B ${day(2)} 4`, `P ${day(1)} 1`])
    const before = await toRows(merchant)
    await imported(merchant, 'sales', long)
    expect(await toRows(merchant)).toEqual(before)
    await imported(merchant, 'sales', `sku,${day(1)},${day(3)}\nK-B,7,1\nP,0,\n`)
    expect(await sales(merchant)).toEqual([`K-B ${day(1)} 7`, `K-B ${day(2)} 4`, `K-B ${day(3)} 1`])
  })

  it('may be imported before their products, and count as soon as those exist', async () => {
    const applied = await imported(merchant, 'sales', long)
    expect(applied.totals).toMatchObject({ skus: 2, unknownSkus: 2, units: 10, days: 2 })
    expect(await sales(merchant)).toEqual([])
    await imported(merchant, 'products', products)
    expect(await sales(merchant)).toEqual([`K-B ${day(1)} 5`, `K-B ${day(2)} 4`, `P ${day(1)} 1`])
    const [variant] = await inTenant(merchant, (tx) =>
      tx
        .selectFrom('variants')
        .select('first_seen_on')
        .where('merchant_id', '=', merchant.merchantId)
        .execute(),
    )
    expect(variant?.first_seen_on).toBe(day(1))
  })

  it('lead to the same shop when any rows are shuffled and repeated as files', async () => {
    const row = fc.record({
      sku: fc.constantFrom('K-B', 'P'),
      day: fc.integer({ min: 1, max: 3 }),
      units: fc.integer({ min: 0, max: 9 }),
    })
    const text = (rows: { sku: string; day: number; units: number }[]) =>
      ['sku,day,units', ...rows.map((each) => `${each.sku},${day(each.day)},${each.units}`)].join('\n')
    const files = fc.array(row, { minLength: 1, maxLength: 8 }).chain((rows) =>
      fc.record({
        rows: fc.constant(rows),
        shuffled: fc.shuffledSubarray(rows, { minLength: rows.length }),
      }),
    )
    await inCasesAsync(6, files, async ({ rows, shuffled }) => {
      const [first, second] = [await app.signUp(), await app.signUp()]
      await imported(first, 'products', products)
      await imported(first, 'sales', text(rows))
      await imported(second, 'sales', text(shuffled))
      await imported(second, 'products', products)
      await imported(second, 'sales', text(shuffled))
      expect(await toRows(second)).toEqual(await toRows(first))
    })
  })

  it('are added to a connected store before its own first day, and refused from that day on', async () => {
    const merchant = await connectedMerchant()
    const good = await imported(merchant, 'sales', 'sku,day,units\nK-B,2026-10-31,2\nX,2026-10-31,5\n')
    expect(good.totals).toMatchObject({ skus: 2, unknownSkus: 1 })
    expect(await sales(merchant)).toEqual(['K-B 2026-10-31 2'])
    const faulty = await checked(merchant, 'sales', 'sku,day,units\nK-B,2026-11-01,2\n')
    expect(faulty.faults).toEqual([{ line: 2, column: 'day', reason: expect.stringContaining('2026-11-01') }])
    const session = await merchant.ask<{ merchant: object }>('/api/session')
    expect(session.merchant).toMatchObject({ isConnected: true, timeZone: 'UTC' })
  })

  it('that were checked before a store was connected are not imported into it', async () => {
    const ready = await checked(merchant, 'sales', long)
    const { merchantId } = merchant
    const connection = { shop_domain: 'a', shop_gid: '1', scopes: [], status: 'connected' as const }
    await inTenant(merchant, (tx) =>
      tx
        .insertInto('shop_connections')
        .values({ merchant_id: merchantId, ...connection, connected_at: app.kernel.clock.now() })
        .execute(),
    )
    expect((await apply(merchant, ready.id)).status).toBe(409)
  })

  it('in an older encoding, also compressed, are read in it, and the check names the encoding', async () => {
    const old = Buffer.from(
      `sku,day,units\n${'A,2026-10-01,1\n'.repeat(25_000)}Caf\xe9,2026-10-01,1\n`,
      'latin1',
    )
    const ready = await checked(merchant, 'sales', gzipSync(old) as Uint8Array<ArrayBuffer>)
    expect(ready).toMatchObject({
      status: 'ready',
      encoding: 'windows-1252',
      totals: { skus: 2, units: 25_001 },
    })
  })
})

describe('an import', () => {
  it('of another merchant is not found', async () => {
    const [own, other] = [await app.signUp(), await app.signUp()]
    const theirs = await checked(other, 'products', products)
    expect((await own.request(`/api/imports/${theirs.id}`)).status).toBe(404)
    expect((await apply(own, theirs.id)).status).toBe(404)
    expect(await (await own.request('/api/imports')).json()).toEqual({ import: null })
    expect(await other.ask<object>('/api/imports')).toMatchObject({ import: { id: theirs.id } })
  })

  it('is written once, however often its task starts', async () => {
    const done = await imported(merchant, 'products', products)
    const before = await toRows(merchant)
    expect((await apply(merchant, done.id)).status).toBe(409)
    await applyImport(app.kernel, key(merchant, done))
    await checkImport(app.kernel, key(merchant, done), signal)
    expect(await toRows(merchant)).toEqual(before)
  })

  it('is written completely or not at all, wherever it was killed', async () => {
    const expected = await app.signUp()
    await imported(expected, 'products', products)
    const whole = await toRows(expected)
    const nothing = await toRows(await app.signUp())
    class Killed extends Error {}
    /** Counts kills during the check and the import, by whether anything was written by then. */
    const kills = { check: 0, apply: { nothing: 0, whole: 0 } }
    let isEnd = false
    for (let n = 1; !isEnd; n++) {
      const merchant = await app.signUp()
      let count = 0
      const withTenant: AppDatabase['withTenant'] = async (merchantId, work) => {
        count++
        if (count > n) throw new Killed()
        const result = await app.kernel.db.withTenant(merchantId, work)
        if (count === n) throw new Killed()
        return result
      }
      /** Returns whether it was killed during the run. */
      const runAndKill = async (run: () => Promise<void>) => {
        count = 0
        return run().then(
          () => false,
          (error) => {
            expect(error).toBeInstanceOf(Killed)
            return true
          },
        )
      }
      const dying = { ...app.kernel, db: { ...app.kernel.db, withTenant } }
      const uploaded = await upload(merchant, 'products', products)
      const isCheckKilled = await runAndKill(() => checkImport(dying, key(merchant, uploaded), signal))
      if (isCheckKilled) kills.check++
      await checkImport(app.kernel, key(merchant, uploaded), signal)
      expect(await toRows(merchant)).toEqual(nothing)
      expect((await apply(merchant, uploaded.id)).status).toBe(200)
      const isApplyKilled = await runAndKill(() => applyImport(dying, key(merchant, uploaded)))
      const seen = JSON.stringify(await toRows(merchant))
      expect([JSON.stringify(nothing), JSON.stringify(whole)]).toContain(seen)
      if (isApplyKilled) kills.apply[seen === JSON.stringify(whole) ? 'whole' : 'nothing']++
      await applyImport(app.kernel, key(merchant, uploaded))
      expect(await toRows(merchant)).toEqual(whole)
      isEnd = !isCheckKilled && !isApplyKilled
    }
    // A check has at least four transactions: its start, its rules, one chunk of rows and its end.
    expect(kills.check).toBeGreaterThanOrEqual(4)
    // An import has a start and a reading of the rows before the transaction that writes.
    expect(kills.apply).toEqual({ nothing: 2, whole: 1 })
  })

  it('killed inside the transaction that writes it leaves nothing, and is written by the next run', async () => {
    const ready = await checked(merchant, 'products', products)
    await apply(merchant, ready.id)
    const nothing = await toRows(merchant)
    let hasWritten = false
    const withTenant: AppDatabase['withTenant'] = (merchantId, work) =>
      app.kernel.db.withTenant(merchantId, async (tx) => {
        const result = await work(tx)
        const { rows } = await sql`select 1 from variants where merchant_id = ${merchantId}`.execute(tx)
        hasWritten = rows.length > 0
        if (hasWritten) throw new Error('killed')
        return result
      })
    const dying = { ...app.kernel, db: { ...app.kernel.db, withTenant } }
    await expect(applyImport(dying, key(merchant, ready))).rejects.toThrow('killed')
    expect(hasWritten).toBe(true)
    expect(await toRows(merchant)).toEqual(nothing)
    await applyImport(app.kernel, key(merchant, ready))
    expect((await toRows(merchant)).variants).toHaveLength(2)
  })

  it('that crashes its worker repeatedly fails with a sentence', async () => {
    const uploaded = await upload(merchant, 'products', products)
    const withTenant: AppDatabase['withTenant'] = (merchantId, work) =>
      app.kernel.db.withTenant(merchantId, async (tx) => {
        const result = await work(tx)
        if ((result as { attempts?: number } | null)?.attempts) return result
        throw new Error('out of memory')
      })
    const dying = { ...app.kernel, db: { ...app.kernel.db, withTenant } }
    for (let i = 0; i < 5; i++)
      await checkImport(dying, key(merchant, uploaded), signal).catch(() => undefined)
    await checkImport(app.kernel, key(merchant, uploaded), signal)
    expect(await show(merchant, uploaded.id)).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/after several attempts/),
    })
  })

  it('leaves no file behind once it is checked or removed', async () => {
    await upload(merchant, 'products', products)
    await checked(merchant, 'sales', 'sku,day,units\n')
    const later = await upload(merchant, 'products', products)
    expect(await storedBytes()).toEqual([products.length])
    await checkImport(app.kernel, key(merchant, later), signal)
    expect(await storedBytes()).toEqual([])
  })

  it('is checked by a worker of another machine, which shares nothing but the database', async () => {
    const uploaded = await upload(merchant, 'products', products)
    const elsewhere = await createTestKernel({
      database: app.database,
      env: { DATA_DIR: '/nowhere' },
      getFreeBytes: async () => 1e12,
    })
    await checkImport(elsewhere, key(merchant, uploaded), signal)
    await elsewhere.close()
    expect(await show(merchant, uploaded.id)).toMatchObject({ status: 'ready', totals: { rows: 2 } })
  })

  it('is stored and read in pieces of at most a megabyte, byte for byte', async () => {
    const content = randomBytes(3 * 1024 ** 2 + 7)
    const uploaded = await upload(merchant, 'products', new Uint8Array(content))
    const stored = await storedBytes()
    expect(Math.max(...stored)).toBeLessThanOrEqual(1024 ** 2)
    expect(stored.reduce((sum, bytes) => sum + bytes, 0)).toBe(content.length)
    const { merchantId } = merchant
    const { stored_as: uploadId } = await inTenant(merchant, (tx) =>
      tx
        .selectFrom('imports')
        .select('stored_as')
        .where('merchant_id', '=', merchantId)
        .where('id', '=', uploaded.id)
        .executeTakeFirstOrThrow(),
    )
    const read = createHash('sha256')
    for await (const piece of openUpload(app.kernel, { merchantId, uploadId, bytes: content.length })()) {
      read.update(piece)
    }
    expect(read.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
  })

  it('whose upload is interrupted is not kept', async () => {
    let pieces = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (pieces++ < 3) controller.enqueue(new Uint8Array(1024 ** 2))
        else controller.error(new Error('the caller has gone'))
      },
    })
    const path = '/api/imports?kind=sales'
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit
    const status = await merchant.request(path, init).then(
      (response) => response.status,
      () => 0,
    )
    expect(status).not.toBe(200)
    expect(await storedBytes()).toEqual([])
  })

  it('that is gone before it is checked fails with a sentence', async () => {
    const uploaded = await upload(merchant, 'products', products)
    await inTenant(merchant, (tx) =>
      tx.deleteFrom('upload_chunks').where('merchant_id', '=', merchant.merchantId).execute(),
    )
    await checkImport(app.kernel, key(merchant, uploaded), signal)
    expect(await show(merchant, uploaded.id)).toMatchObject({
      status: 'failed',
      message: 'The uploaded file is gone. Upload it again.',
    })
  })

  it('without content, or of an unknown kind or time zone, is refused by field', async () => {
    const post = (query: string, body: string) =>
      merchant.request(`/api/imports?${query}`, { method: 'POST', body })
    expect((await post('kind=sales', '')).status).toBe(400)
    for (const [query, field] of [
      ['kind=orders', 'kind'],
      ['kind=sales&timeZone=Mars/Base', 'timeZone'],
      ['kind=sales&currency=euro', 'currency'],
    ] as const) {
      await expectRefusal(post(query, 'x'), 400, { field })
    }
  })

  it('of a merchant with sample data replaces the samples', async () => {
    await insertCatalog(app.kernel, { merchantId: merchant.merchantId, variants: [{ sku: 'SAMPLE' }] })
    await inTenant(merchant, (tx) =>
      tx.updateTable('merchants').set({ is_demo: true }).where('id', '=', merchant.merchantId).execute(),
    )
    await imported(merchant, 'products', products)
    expect((await toRows(merchant)).variants).toHaveLength(2)
  })

  it('may be larger than any other request', async () => {
    const text = `sku,day,units\n${'A-LONG-STOCK-KEEPING-UNIT,2026-10-01,1\n'.repeat(30_000)}`
    expect(text.length).toBeGreaterThan(1_000_000)
    expect((await upload(merchant, 'sales', text)).bytes).toBe(text.length)
    const call = await merchant.request('/api/sales', { method: 'PUT', body: text })
    expect(call.status).toBe(400)
  })
})

describe('PUT /api/inventory and /api/sales', () => {
  const putInventory = (merchant: TestMerchant, items: object[]) =>
    merchant.request('/api/inventory', { method: 'PUT', json: { items } })
  const putSales = (merchant: TestMerchant, rows: object[]) =>
    merchant.request('/api/sales', { method: 'PUT', json: { rows } })

  it('do the same as files, and change nothing when they are repeated', async () => {
    const [byFile, byCall] = [await app.signUp(), await app.signUp()]
    await imported(byFile, 'products', products)
    await imported(byFile, 'sales', 'sku,day,units\nK-B,2026-10-01,2\nP,2026-10-02,1\n')
    const items = [
      { product: 'Kettle', variant: 'Black', sku: 'K-B', vendor: 'Northfold', price: 79.5, stock: 12 },
      { product: 'Papers', variant: '', sku: 'P', vendor: '', price: '4', stock: 0 },
    ]
    const rows = [
      { sku: 'K-B', day: '2026-10-01', units: 2 },
      { sku: 'P', day: '2026-10-02', units: '1' },
    ]
    const saved = await putInventory(byCall, items)
    expect(await saved.json()).toEqual({ skus: 2, newSkus: 2, changedSkus: 0 })
    for (let i = 0; i < 2; i++) {
      expect(await (await putSales(byCall, rows)).json()).toEqual({ skus: 2, unknownSkus: 0, units: 3 })
    }
    expect(await (await putInventory(byCall, items)).json()).toEqual({ skus: 2, newSkus: 0, changedSkus: 0 })
    expect(await toRows(byCall)).toEqual(await toRows(byFile))
  })

  it('name the field at fault and write nothing', async () => {
    await expectRefusal(
      putInventory(merchant, [
        { sku: 'A', stock: 1 },
        { sku: 'B', stock: 'many' },
      ]),
      400,
      { field: 'items.1.stock' },
    )
    const twice = await putInventory(merchant, [
      { sku: 'A', stock: 1 },
      { sku: 'A', stock: 2 },
    ])
    expect(await twice.json()).toMatchObject({
      error: { field: 'items.1.sku', message: expect.stringMatching(/is already in items\.0$/) },
    })
    const future = await putSales(merchant, [{ sku: 'A', day: '2026-11-21', units: 1 }])
    expect(await future.json()).toMatchObject({
      error: { field: 'rows.0.day', message: 'rows.0.day: “2026-11-21” is in the future' },
    })
    expect((await toRows(merchant)).variants).toEqual([])
  })

  it('leave values that are not given unchanged', async () => {
    await imported(merchant, 'products', products)
    const saved = await putInventory(merchant, [{ sku: 'K-B', incoming: 40 }])
    expect(await saved.json()).toEqual({ skus: 1, newSkus: 0, changedSkus: 1 })
    const { variants, inventory_levels } = await toRows(merchant)
    expect(variants?.join()).toContain('Kettle, Black')
    expect(inventory_levels?.join()).toMatch(/"available":12.*"incoming":40/)
  })

  it('accept at most 5,000 rows', async () => {
    const row = { sku: 'A', day: '2026-10-01', units: 1 }
    expect((await putSales(merchant, Array(5001).fill(row))).status).toBe(400)
  })
})

/** Begins an upload whose file is still being sent. */
const begin = async (merchant: TestMerchant) => {
  const body = new TransformStream<Uint8Array, Uint8Array>()
  const writer = body.writable.getWriter()
  const init = { method: 'POST', body: body.readable, duplex: 'half' } as RequestInit
  const answered = merchant.request('/api/imports?kind=products&fileName=file.csv', init)
  // A byte is read from the stream only when the upload has begun. A refused upload reads none.
  await Promise.race([writer.write(Buffer.from('sku,title,')), answered])
  const end = async () => {
    await writer.write(Buffer.from('units\nA,Kettle,1\n'))
    await writer.close()
    return (await answered).status
  }
  return { answered, end }
}

it('several uploads at a time are limited to two for each merchant', async () => {
  const [merchant, other] = [await app.signUp(), await app.signUp()]
  const [first, second] = [await begin(merchant), await begin(merchant)]
  await expectRefusal((await begin(merchant)).answered, 429, {
    message: expect.stringMatching(/Wait until/),
  })
  expect(await (await begin(other)).end()).toBe(200)
  expect(await first.end()).toBe(200)
  expect(await second.end()).toBe(200)
  expect(await (await begin(merchant)).end()).toBe(200)
})
