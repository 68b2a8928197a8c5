import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { getEndpoints } from '../../kernel/http/find-endpoint.ts'
import type { ApiDocument } from '../../kernel/http/reference/describe-api.ts'
import { DOCUMENT_PATH } from '../../kernel/http/reference/routes.ts'
import { type TestMerchant, withTestApp } from '../../testing/index.ts'
import { insertConnection } from '../../testing/insert-connection.ts'
import { fillTables, readTenantTables } from '../../testing/tenant-tables.ts'
import { exportedTables, keptTables } from './exported-tables.ts'

const app = withTestApp()

async function getExport(merchant: TestMerchant): Promise<Record<string, string>> {
  const answer = await merchant.request('/api/account/export')
  expect(answer.status).toBe(200)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

/** Returns the records of a file without quoted fields, by column. */
function getRecords(csv: string | undefined): Record<string, string>[] {
  const [head = '', ...lines] = (csv ?? '').trim().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, i) => [names[i], value])))
}

describe('GET /api/account/export', () => {
  it('has products, stock, sales and settings of the merchant, as files that a spreadsheet opens', async () => {
    const merchant = await app.openShop([
      { title: '=SUM(A1)', sku: 'A-1', sales: [3, 0, 2], available: 9 },
      { title: 'Cup', sku: 'B-1', available: 4, price: 12.5 },
    ])
    const { variantId: first } = merchant
    await merchant.request(`/api/variants/${first}/settings`, {
      method: 'PUT',
      json: { safetyStock: 7, leadTimeDays: null },
    })
    const files = await getExport(merchant)
    expect(Object.keys(files)).toEqual(exportedTables.map(({ file }) => `${file}.csv`))
    expect(getRecords(files['variants.csv'])).toMatchObject([
      { variant_id: String(first), title: "'=SUM(A1)", sku: 'A-1' },
      { title: 'Cup', price: '12.5' },
    ])
    expect(getRecords(files['stock.csv']).map(({ available }) => available)).toEqual(['9', '4'])
    expect(getRecords(files['sales-by-day.csv'])).toEqual([
      { variant_id: String(first), day: '2026-11-17', units_sold: '3' },
      { variant_id: String(first), day: '2026-11-19', units_sold: '2' },
    ])
    expect(getRecords(files['product-settings.csv'])).toEqual([
      { variant_id: String(first), safety_stock: '7', lead_time_days: '', cover_days: '' },
    ])
    expect(getRecords(files['account.csv'])).toMatchObject([{ email: merchant.email }])
  })

  it('is complete with more rows than one batch', async () => {
    const variants = Array.from({ length: 12_001 }, (_, i) => ({ sku: `SKU-${i}` }))
    const merchant = await app.openShop(variants)
    const skus = getRecords((await getExport(merchant))['variants.csv']).map(({ sku }) => sku)
    expect(new Set(skus).size).toBe(12_001)
  })

  it('never contains a token, a key or a secret', async () => {
    const merchant = await app.signUp()
    const { merchantId } = merchant
    const tables = await readTenantTables(app.kernel.db.directory)
    await insertConnection(app.kernel, { merchantId, shopDomain: `secret-${merchantId}.myshopify.com` })
    await app.kernel.db.withTenant(merchantId, async (tx) => {
      await fillTables(tx, tables, { merchantId, marker: 'marker-of-a-test', firstId: 900_000 })
      await tx
        .updateTable('shop_connections')
        .set({ access_token: 'sealed-access', refresh_token: 'sealed-refresh' })
        .where('merchant_id', '=', merchantId)
        .execute()
      await tx
        .updateTable('merchant_keys')
        .set({ wrapped_key: 'the-wrapped-key' })
        .where('merchant_id', '=', merchantId)
        .execute()
    })
    const text = Object.values(await getExport(merchant)).join('\n')
    expect(text).toContain('marker-of-a-test')
    for (const secret of ['sealed-access', 'sealed-refresh', 'the-wrapped-key', 'stored_as'])
      expect(text).not.toContain(secret)
  })

  it('X-02 has nothing of another merchant', async () => {
    const [own, other] = [await app.signUp(), await app.openShop([{ title: 'Foreign cup', sales: [4] }])]
    const text = Object.values(await getExport(own)).join('\n')
    for (const foreign of ['Foreign cup', `${other.variantId}`, other.email])
      expect(text).not.toContain(foreign)
  })
})

describe('the lists of tables', () => {
  it('name every table of a merchant once, either exported or left out for a reason', async () => {
    const named = [...exportedTables.map(({ table }) => table), ...Object.keys(keptTables)]
    const tables = await readTenantTables(app.kernel.db.directory)
    // It has no row-level security, because it is read before a shop is known.
    const names = [...tables.map(({ name }) => name), 'memberships']
    expect(named.toSorted()).toEqual(names.toSorted())
  })

  it('order the rows of each table by the rest of its primary key', async () => {
    const keys = await app.kernel.db.pool.query<{ table: string; columns: string[] }>(`
      select i.indrelid::regclass::text as table, array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as columns
      from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey[0:i.indnkeyatts - 1])
      where i.indisprimary group by i.indrelid`)
    const byTable = new Map(keys.rows.map(({ table, columns }) => [table, columns]))
    for (const { table, key, owner = 'merchant_id' } of exportedTables)
      expect([table, owner, ...key]).toEqual([table, ...(byTable.get(table) ?? [])])
  })
})

it('downloads are limited in number at a time on every path that answers with a file', async () => {
  const { paths = {} } = (await (await app.request(DOCUMENT_PATH)).json()) as ApiDocument
  const files = Object.keys(paths).filter((path) => {
    const answer = paths[path]?.get?.responses?.['200']
    const types = answer && 'content' in answer ? Object.keys(answer.content ?? {}) : []
    return types.some((type) => type !== 'application/json' && type !== 'text/event-stream')
  })
  expect(files).toContain('/api/account/export')
  const declared = [...getEndpoints(app.domains.mounts.guarded).values()].filter(({ file }) => file)
  expect(declared.map(({ path }) => path)).toEqual(expect.arrayContaining(files))
  const merchant = await app.signUp()
  const statuses = []
  for (let n = 0; n < 3; n++) statuses.push((await merchant.request('/api/products/export.csv')).status)
  expect(statuses).toEqual([200, 200, 429])
})
