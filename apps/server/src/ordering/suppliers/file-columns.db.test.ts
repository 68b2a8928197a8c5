import { type SupplierImport, supplierImportSchema } from '@stockcast/contract'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openContent } from '../../alerts/notifications/delivery.ts'
import { rowQuotas } from '../../kernel/quotas/quotas.ts'
import { lockProjections } from '../../planning/projection/queries.ts'
import { type TestMerchant, withTestApp } from '../../testing/index.ts'
import { applySupplierFile, openSmallShop } from '../../testing/insert-supplier.ts'
import {
  applyLater,
  applySupplierFileTask,
  applySupplierFile as applyWaiting,
} from './import/apply-supplier-file.task.ts'

const app = withTestApp(() => ({ now: '2026-11-26T12:00:00Z' }))

async function previewed(
  shop: TestMerchant,
  kind: SupplierImport['kind'],
  lines: readonly string[],
): Promise<SupplierImport> {
  const path = `/api/suppliers/import/preview?kind=${kind}`
  const answer = await shop.request(path, { method: 'POST', body: lines.join('\n') })
  return supplierImportSchema.parse(await answer.json())
}

const choose = (shop: TestMerchant, { kind, headHash }: SupplierImport, fields: (string | null)[]) =>
  shop.request('/api/file-columns', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind, headHash, fields }),
  })

describe('the columns of a file of suppliers', () => {
  it('are shown with what each was recognised as and three of its values, read or not', async () => {
    const shop = await openSmallShop(app)
    const { columns, missing } = await previewed(shop, 'suppliers', [
      'Supplier,Lead time,Fax',
      'A,1,11',
      'B,2,',
      'C,3,33',
      'D,4,44',
    ])
    expect(missing).toEqual([])
    expect(columns).toEqual([
      { header: 'Supplier', field: 'supplier', values: ['A', 'B', 'C'] },
      { header: 'Lead time', field: 'statedLeadTimeDays', values: ['1', '2', '3'] },
      { header: 'Fax', field: null, values: ['11', '33', '44'] },
    ])
  })

  it.each<[SupplierImport['kind'], string[], (string | null)[], SupplierImport['missing']]>([
    ['suppliers', ['Firma,Mail', 'Acme,a@b.example'], ['supplier', 'email'], [['supplier']]],
    [
      'items',
      ['Wer,Was,Wieviel', 'Acme,MUG-1,3.10'],
      ['supplier', 'sku', 'unitCost'],
      [['supplier'], ['sku', 'barcode']],
    ],
    [
      'orders',
      ['A,B,C,D', 'PO-1,MUG-1,5,x'],
      ['order', 'sku', 'units', null],
      [['order', 'orderId'], ['sku', 'barcode'], ['units']],
    ],
    ['orders', ['PO,SKU,Quantity,Qty', 'PO-1,MUG-1,5,6'], ['order', 'sku', null, 'units'], [['units']]],
    ['orders', ['PO,SKU,Units,Units', 'PO-1,MUG-1,5,6'], ['order', 'sku', 'units', null], [['units']]],
  ])('of %s %j are asked for, read as chosen, and remembered', async (kind, lines, fields, missing) => {
    const shop = await openSmallShop(app)
    const asked = await previewed(shop, kind, ['Report of November', '', ...lines])
    expect(asked).toMatchObject({ missing, lines: [], counts: { added: 0, faulty: 0 } })
    expect(asked.columns.map(({ values }) => values[0])).toEqual(lines[1]!.split(','))
    expect((await choose(shop, asked, fields)).status).toBe(200)
    expect(await previewed(shop, kind, lines)).toMatchObject({ missing: [], counts: { added: 1, faulty: 0 } })
    expect((await applySupplierFile(shop, kind, lines)).counts).toMatchObject({ added: 1 })
  })

  it('of one kind of file do not apply to another, and each kind has fields of its own', async () => {
    const shop = await openSmallShop(app)
    const asked = await previewed(shop, 'suppliers', ['Firma,Mail', 'Acme,a@b.example'])
    await choose(shop, asked, ['supplier', 'email'])
    expect((await previewed(shop, 'items', ['Firma,Mail', 'Acme,x'])).missing).not.toEqual([])
    expect((await choose(shop, asked, ['supplier', 'units'])).status).toBe(400)
  })
})

it('a file that comes while the shop is calculated waits, says so, and is applied once when the calculation has ended', async () => {
  const shop = await openSmallShop(app)
  const { merchantId } = shop
  const lines = ['PO,Supplier,SKU,Qty', 'PO-1,Acme,MUG-1,5']
  const calculation = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const running = app.kernel.db.withTenant(merchantId, async (tx) => {
    await lockProjections(tx, merchantId)
    locked.resolve()
    await calculation.promise
  })
  await locked.promise
  const report = await applySupplierFile(shop, 'orders', lines)
  expect(report).toMatchObject({ isApplied: false, isWaiting: true, counts: { added: 1 } })
  calculation.resolve()
  await running
  const { data } = app.kernel.sentJobs.findLast(({ name }) => name === applySupplierFileTask.name)!
  const job = applySupplierFileTask.data.parse(data)
  const signal = new AbortController().signal
  await applyWaiting(app.kernel, job, signal)
  await applyWaiting(app.kernel, job, signal)
  expect((await applySupplierFile(shop, 'orders', lines)).counts).toMatchObject({ unchanged: 1, added: 0 })
})

it('a file that cannot be applied after its wait is named in one mail with the reason, and has changed nothing', async () => {
  const shop = await openSmallShop(app)
  const { merchantId } = shop
  const lines = ['Supplier', ...Array.from({ length: 30 }, (_, n) => `Supplier ${n}`)]
  const file = Buffer.from(lines.join('\n'))
  const pieces = async function* () {
    yield new Uint8Array(file)
  }
  await applyLater(
    app.kernel,
    { merchantId, kind: 'suppliers', fileName: 'all https://a.example.csv' },
    pieces,
  )
  const job = applySupplierFileTask.data.parse(
    app.kernel.sentJobs.findLast(({ name }) => name === applySupplierFileTask.name)!.data,
  )
  // As many as an account may have.
  await shop.rows(sql`insert into suppliers (merchant_id, name, currency, created_at, updated_at)
      select ${merchantId}, 'S' || n, 'USD', now(), now() from generate_series(1, ${rowQuotas.suppliers.merchant}) n`)
  const signal = new AbortController().signal
  await applyWaiting(app.kernel, job, signal)
  await applyWaiting(app.kernel, job, signal)
  const { mails, suppliers } = await app.kernel.db.withTenant(merchantId, async (tx) => {
    const { rows } = await sql<{ sealed: string }>`select sealed_content as sealed from deliveries
        where merchant_id = ${merchantId} and summary like '%not imported%'`.execute(tx)
    const { secrets } = app.kernel.config
    return {
      mails: await Promise.all(rows.map(({ sealed }) => openContent(secrets, tx, merchantId, sealed))),
      suppliers: (await tx.selectFrom('suppliers').select('id').where('name', 'like', 'Supplier %').execute())
        .length,
    }
  })
  expect(suppliers).toBe(0)
  expect(mails).toHaveLength(1)
  const [mail] = mails
  if (mail?.channel !== 'email') throw new RangeError('a mail was expected')
  expect(mail.text).toContain('more than 2,000 suppliers')
  expect(mail.text).toContain('“all')
  expect(mail.text).not.toContain('https://a.example')
})

describe('rows that are left out', () => {
  const head = 'PO,Supplier,SKU,Qty,Note'
  const bad = ['PO-1,Acme,CUP-1,many,"red, blue"', 'PO-1,Acme,NO-SUCH,5,']

  it('are given with all their cells and the reason, and are imported once they are corrected', async () => {
    const shop = await openSmallShop(app)
    const { leftOut, counts } = await applySupplierFile(shop, 'orders', [head, 'PO-1,Acme,MUG-1,5,', ...bad])
    expect(counts).toMatchObject({ added: 1, faulty: 1, unmatched: 1 })
    expect(leftOut).toEqual({
      heads: ['PO', 'Supplier', 'SKU', 'Qty', 'Note'],
      rows: [
        {
          line: 3,
          cells: ['PO-1', 'Acme', 'CUP-1', 'many', 'red, blue'],
          reason: 'Qty: “many” is not a whole number.',
        },
        { line: 4, cells: ['PO-1', 'Acme', 'NO-SUCH', '5', ''], reason: 'No product has “NO-SUCH”.' },
      ],
    })
    const mended = [`${head},Why it was left out`, 'PO-1,Acme,CUP-1,7,"red, blue",many is none']
    expect((await applySupplierFile(shop, 'orders', mended)).counts).toMatchObject({ changed: 1, faulty: 0 })
  })

  it('of a file whose columns were chosen keep that choice in the file to mend', async () => {
    const shop = await openSmallShop(app)
    await choose(shop, await previewed(shop, 'items', ['Wer,Was', 'Acme,MUG-1']), ['supplier', 'sku'])
    expect(
      (await previewed(shop, 'items', ['Wer,Was,Why it was left out', 'Acme,MUG-1,x'])).counts,
    ).toMatchObject({ added: 1 })
  })
})
