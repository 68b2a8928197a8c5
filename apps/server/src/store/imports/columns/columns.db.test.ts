import { type Import, importFields, importSchema, type SaveColumns } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newForEachTest, type TestMerchant, withTestApp } from '../../../testing/index.ts'
import { checkImport } from '../check-import.task.ts'

const app = withTestApp(() => ({ now: '2026-11-26T12:00:00Z' }))

async function checked(shop: TestMerchant, kind: Import['kind'], lines: readonly string[]): Promise<Import> {
  const sent = await shop.request(`/api/imports?kind=${kind}&fileName=file.csv`, {
    method: 'POST',
    body: lines.join('\n'),
  })
  const { id } = importSchema.parse(await sent.json())
  await checkImport(app.kernel, { merchantId: shop.merchantId, importId: id }, new AbortController().signal)
  return importSchema.parse(await shop.ask(`/api/imports/${id}`))
}

const choose = (shop: TestMerchant, choice: SaveColumns) =>
  shop.request('/api/file-columns', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(choice),
  })

const strange = ['Part,Count,When', 'MUG-1,5,2026-11-20', 'CUP-1,3,2026-11-21']

const shop = newForEachTest(() => app.signUp())

describe('the columns of a file', () => {
  it('are shown with what each was recognised as and three of its values', async () => {
    const { columns } = await checked(shop, 'products', [
      'Product,SKU,Stock,Shelf',
      'Mug,MUG-1,5,A',
      'Cup,CUP-1,6,A',
      'Jar,JAR-1,7,B',
      'Box,BOX-1,8,C',
    ])
    expect(columns).toEqual([
      { header: 'Product', field: 'product', isRead: true, values: ['Mug', 'Cup', 'Jar'] },
      { header: 'SKU', field: 'sku', isRead: true, values: ['MUG-1', 'CUP-1', 'JAR-1'] },
      { header: 'Stock', field: 'stock', isRead: true, values: ['5', '6', '7'] },
      { header: 'Shelf', field: null, isRead: false, values: ['A', 'B', 'C'] },
    ])
  })

  it('of an export of orders show no values that are not read, such as the buyer', async () => {
    const { columns } = await checked(shop, 'sales', [
      'Name,Email,Created at,Lineitem quantity,Lineitem name,Lineitem sku,Cancelled at',
      '#1,ann@example.com,2026-11-20 10:00:00 +0000,1,Mug,MUG-1,',
    ])
    expect(columns.find(({ header }) => header === 'Email')).toMatchObject({ isRead: false, values: [] })
    expect(columns.find(({ header }) => header === 'Lineitem sku')?.values).toEqual(['MUG-1'])
  })

  it('are shown even if their names are unknown, and read as chosen, also in the next file', async () => {
    const unknown = await checked(shop, 'sales', strange)
    expect(unknown).toMatchObject({ status: 'faulty', layout: null })
    expect(unknown.columns.map(({ header, field, values }) => [header, field, values[0]])).toEqual([
      ['Part', null, 'MUG-1'],
      ['Count', null, '5'],
      ['When', null, '2026-11-20'],
    ])
    const answer = await choose(shop, {
      kind: 'sales',
      headHash: unknown.headHash!,
      fields: ['sku', 'units', 'day'],
    })
    expect(answer.status).toBe(200)
    for (const head of [strange[0]!, 'PART , count,"When"']) {
      const read = await checked(shop, 'sales', [head, ...strange.slice(1)])
      expect(read).toMatchObject({ status: 'ready', faults: [], totals: { skus: 2, units: 8 } })
    }
    expect((await checked(shop, 'sales', ['Part,Count,When,Note', 'MUG-1,5,2026-11-20,'])).status).toBe(
      'faulty',
    )
  })

  it('are read as they were chosen, not by their names', async () => {
    const lines = ['Product,SKU,Stock,On shelf', 'Mug,MUG-1,5,9']
    const first = await checked(shop, 'products', lines)
    expect(first.totals.units).toBe(5)
    await choose(shop, {
      kind: 'products',
      headHash: first.headHash!,
      fields: ['product', 'sku', null, 'stock'],
    })
    expect(await checked(shop, 'products', lines)).toMatchObject({
      status: 'ready',
      totals: { units: 9 },
      columns: [{}, {}, { header: 'Stock', field: null, isRead: false }, { field: 'stock' }],
    })
  })

  it('below a title are chosen as well', async () => {
    const unknown = await checked(shop, 'sales', strange)
    await choose(shop, { kind: 'sales', headHash: unknown.headHash!, fields: ['sku', 'units', 'day'] })
    const read = await checked(shop, 'sales', ['Report of November', '', ...strange, 'Total,8,'])
    expect(read).toMatchObject({ status: 'ready', totals: { rows: 2, units: 8 } })
  })

  it('are remembered for one merchant and one kind of file', async () => {
    const [shop, other] = [await app.signUp(), await app.signUp()]
    const { headHash } = await checked(shop, 'sales', strange)
    await choose(shop, { kind: 'sales', headHash: headHash!, fields: ['sku', 'units', 'day'] })
    expect((await checked(other, 'sales', strange)).status).toBe('faulty')
    expect((await checked(shop, 'products', strange)).status).toBe('faulty')
  })

  it('are refused if they belong to another kind of file', async () => {
    const answer = await choose(shop, { kind: 'products', headHash: 'a'.repeat(64), fields: ['units'] })
    expect(answer.status).toBe(400)
  })

  it('are refused if two columns have the same meaning', async () => {
    const choice: SaveColumns = { kind: 'sales', headHash: 'a'.repeat(64), fields: ['sku', 'sku', null] }
    const answer = await choose(shop, choice)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { field: 'fields', message: 'Two columns are chosen as sku. Choose one of them.' } },
    ])
  })

  it('are remembered for the 200 heads that were chosen last', async () => {
    const { merchantId } = shop
    await shop.rows(sql`
        insert into column_choices (merchant_id, kind, head_hash, fields, chosen_at)
        select ${merchantId}, 'sales', lpad(n::text, 64, '0'), '{sku}', '2026-11-01'::timestamptz + n * interval '1 minute'
        from generate_series(1, 200) as n`)
    await choose(shop, { kind: 'sales', headHash: 'f'.repeat(64), fields: ['sku'] })
    const rows = await shop.rows(sql<{ count: number; first: string }>`
      select count(*)::integer as count, min(head_hash) as first from column_choices where merchant_id = ${merchantId}`)
    expect(rows).toEqual([{ count: 200, first: '2'.padStart(64, '0') }])
  })
})

it('what a column can be is each thing that a file of its kind has a use for', async () => {
  const headHash = 'b'.repeat(64)
  for (const kind of ['products', 'sales'] as const)
    expect((await choose(shop, { kind, headHash, fields: [...importFields[kind]] })).status).toBe(200)
})
