import {
  ordersApi,
  type SupplierImport,
  supplierImportSchema,
  supplierListSchema,
  supplierVariantListSchema,
  toAddress,
} from '@stockcast/contract'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newForEachTest, type TestMerchant, type TestShop, withTestApp } from '../../testing/index.ts'

const app = withTestApp()

async function shopWith(count = 3): Promise<TestShop> {
  const variants = Array.from({ length: count }, (_, i) => ({ title: `Product ${i}`, sku: `SKU-${i}` }))
  const merchant = await app.openShop(variants)
  const { merchantId, ids } = merchant
  await merchant.rows(
    sql`update variants set barcode = '40' || (variant_id - ${ids[0]}) where merchant_id = ${merchantId}`,
  )
  return merchant
}

async function sent(
  shop: TestMerchant,
  step: 'preview' | 'apply',
  kind: SupplierImport['kind'],
  body: string | Uint8Array<ArrayBuffer>,
): Promise<SupplierImport> {
  const path = `/api/suppliers/import/${step}?kind=${kind}&fileName=file.csv`
  const answer = await shop.request(path, { method: 'POST', body })
  expect(answer.status).toBe(200)
  return supplierImportSchema.parse(await answer.json())
}

const none = { added: 0, changed: 0, unchanged: 0, unmatched: 0, faulty: 0 }
const suppliers = async (shop: TestMerchant) =>
  supplierListSchema.parse(await shop.ask('/api/suppliers?status=all')).rows
const items = async (shop: TestMerchant) =>
  supplierVariantListSchema.parse(await shop.ask('/api/supplier-variants?pageSize=500')).rows
const text = async (shop: TestMerchant, path: string) => (await shop.request(path)).text()
const refused = (shop: TestMerchant, kind: string, body: string) =>
  shop.request(`/api/suppliers/import/preview?kind=${kind}`, { method: 'POST', body })

const supplierFile = [
  'Vendor;E-Mail;Currency;Lead Time;Order Days;Minimum Order Value;Closed',
  'Altura Roasting;orders@altura.example;EUR;14;Mon, Thu;1.250,00;2026-12-24 to 2027-01-02',
  'Borealis;;JPY;30;every 2 weeks from 2026-11-02;12000;',
  '"=HYPERLINK(""x"")";;;;;;',
  ';nobody@example.com;;;;;',
  'Cobalt;not an address;EUR;14;;;',
].join('\r\n')

const shop = newForEachTest(shopWith)

describe('files of suppliers as other countries and systems write them', () => {
  it.each<[SupplierImport['kind'], string, string, object]>([
    [
      'suppliers',
      'Polish',
      'Dostawca;E-mail;Waluta;Czas dostawy\nAltura;a@b.pl;PLN;14 dni',
      { statedLeadTimeDays: '14', currency: 'PLN' },
    ],
    [
      'suppliers',
      'Dutch',
      'Leverancier;Levertijd;Valuta\nAltura;2 weken;EUR',
      { statedLeadTimeDays: '14', currency: 'EUR' },
    ],
    [
      'items',
      'German',
      'Lieferant;Art.-Nr.;EK netto;VPE\nAltura;SKU-0;3,20;6er',
      { unitCost: '3.20', packSize: '6' },
    ],
    ['items', 'Spanish', 'Proveedor;Referencia;Precio de compra\nAltura;SKU-0;3,20', { unitCost: '3.20' }],
    [
      'items',
      'packs with a sign',
      'Supplier,SKU,Pack size,Unit cost\nAltura,SKU-0,x24,3.-',
      { packSize: '24', unitCost: '3.00' },
    ],
    [
      'orders',
      'Italian',
      'Numero ordine;Fornitore;Codice articolo;Quantità;Data ordine;Stato\nP1;Altura;SKU-0;10;20/11/2026;In transito',
      { units: '10', orderedOn: '2026-11-20' },
    ],
    [
      'orders',
      'Polish',
      'Numer zamówienia;Dostawca;SKU;Ilość;Data zamówienia\nP1;Altura;SKU-0;10;20.11.2026',
      { units: '10', orderedOn: '2026-11-20' },
    ],
    [
      'orders',
      'years first',
      'PO,Supplier,SKU,Qty,Order date,ETA\nP1,Altura,SKU-0,10,26-11-20,26-12-05',
      { orderedOn: '2026-11-20', expectedOn: '2026-12-05' },
    ],
  ])('are read: %s, %s', async (kind, _, file, expected) => {
    const { lines } = await sent(await shopWith(), 'preview', kind, file)
    expect(lines.map(({ state, reason }) => [state, reason])).toEqual([['added', null]])
    expect(Object.fromEntries(lines[0]!.changes.map(({ field, after }) => [field, after]))).toMatchObject(
      expected,
    )
  })

  it('are not read if a spreadsheet has shortened the number of an order', async () => {
    const { lines } = await sent(
      await shopWith(),
      'preview',
      'orders',
      'PO,Supplier,SKU,Qty\n4.50001E+09,Altura,SKU-0,10',
    )
    expect(lines[0]).toMatchObject({
      state: 'faulty',
      reason: expect.stringContaining('was shortened by a spreadsheet'),
    })
  })
})

describe('a file of suppliers', () => {
  it('is previewed line by line without a change, then applied, and changes nothing the second time', async () => {
    const preview = await sent(shop, 'preview', 'suppliers', supplierFile)
    expect(preview).toMatchObject({
      separator: ';',
      encoding: 'utf-8',
      isApplied: false,
      counts: { ...none, added: 3, faulty: 2 },
    })
    expect(preview.columns[0]).toMatchObject({ header: 'Vendor', field: 'supplier' })
    expect(preview.lines.find((line) => line.line === 6)).toMatchObject({
      state: 'faulty',
      reason: 'E-Mail: “not an address” is not an email address.',
    })
    expect(await suppliers(shop)).toEqual([])
    expect(await sent(shop, 'apply', 'suppliers', supplierFile)).toMatchObject({
      isApplied: true,
      counts: preview.counts,
    })
    expect(await suppliers(shop)).toMatchObject([
      { name: '=HYPERLINK("x")', currency: 'USD' },
      {
        name: 'Altura Roasting',
        email: 'orders@altura.example',
        currency: 'EUR',
        statedLeadTimeDays: 14,
        review: { kind: 'weekdays', weekdays: [1, 4] },
        minimum: { kind: 'value', amountMinor: 125_000 },
        shutdowns: [{ from: '2026-12-24', to: '2027-01-02' }],
      },
      {
        name: 'Borealis',
        currency: 'JPY',
        review: { kind: 'weeks', weeks: 2, from: '2026-11-02' },
        minimum: { kind: 'value', amountMinor: 12_000 },
      },
    ])
    const again = await sent(shop, 'apply', 'suppliers', supplierFile)
    expect(again.counts).toEqual({ ...none, unchanged: 3, faulty: 2 })
  })

  it('lists the changes to a supplier, and ignores the case of its name', async () => {
    await sent(shop, 'apply', 'suppliers', 'name,email,lead time\nAltura,a@example.com,14')
    const preview = await sent(shop, 'preview', 'suppliers', 'name,email,lead time\n ALTURA ,,21')
    expect(preview.lines).toMatchObject([
      {
        state: 'changed',
        changes: [
          { field: 'email', before: 'a@example.com', after: null },
          { field: 'statedLeadTimeDays', before: '14', after: '21' },
        ],
      },
    ])
  })

  it('lists a supplier that it has twice with different values', async () => {
    const { counts } = await sent(shop, 'apply', 'suppliers', 'name,lead time\nA,14\nA,14\na,21')
    expect(counts).toEqual({ ...none, added: 1, unchanged: 1, faulty: 1 })
    expect(await suppliers(shop)).toMatchObject([{ statedLeadTimeDays: 14 }])
  })

  it('that is applied twice changes nothing the second time, also with two values for one supplier', async () => {
    await sent(shop, 'apply', 'suppliers', 'name,lead time\nA,14')
    for (let time = 1; time <= 2; time++) {
      const { counts } = await sent(shop, 'apply', 'suppliers', 'name,lead time\nA,14\na,21')
      expect(counts).toEqual({ ...none, unchanged: 1, faulty: 1 })
      expect(await suppliers(shop)).toMatchObject([{ statedLeadTimeDays: 14 }])
    }
  })

  it('comes back from its own export without a change, formulas guarded', async () => {
    await sent(shop, 'apply', 'suppliers', supplierFile)
    const exported = await text(shop, '/api/suppliers/export.csv')
    expect(exported).toContain(`"'=HYPERLINK(""x"")"`)
    const back = await sent(shop, 'apply', 'suppliers', exported)
    expect(back.counts).toEqual({ ...none, unchanged: 3 })
    const other = await shopWith()
    await sent(other, 'apply', 'suppliers', exported)
    expect(await text(other, '/api/suppliers/export.csv')).toBe(exported)
  })

  it('is refused when it is empty, names no suppliers, or is not a table', async () => {
    for (const body of ['', 'name\n"open']) expect((await refused(shop, 'suppliers', body)).status).toBe(400)
    const path = '/api/suppliers/import/apply?kind=suppliers'
    const nameless = await shop.request(path, { method: 'POST', body: 'product,price\nA,1' })
    expect([nameless.status, await nameless.text()]).toEqual([
      400,
      expect.stringContaining('no column “Supplier”'),
    ])
    expect((await refused(shop, 'nothing', 'name\nA')).status).toBe(400)
  })
})

const itemFile = [
  'Supplier\tTitle\tVariant SKU\tBarcode\tVendor SKU\tCost\tCase Pack\tMOQ\tMax\tPrice Breaks\tPreferred',
  'Altura\tProduct 0\tSKU-0\t\tALT-0\t$12.50\t6\t12\t\t100: 11.00; 500: 10\tyes',
  'Altura\tProduct 1\t\t401\tALT-1\t\t\t\t\t\t',
  'Borealis\tProduct 0\tSKU-0\t\tB-0\t11,75\t1\t0\t600\t\t',
  'Borealis\tProduct 2\tNO-SUCH\t\t\t9.00\t\t\t\t\t',
  'Borealis\tProduct 2\t\t\t\t9.00\t\t\t\t\t',
  'Borealis\tProduct 2\tSKU-2\t\t\t1,234\t\t\t\t\t',
  'Borealis\tProduct 2\tSKU-2\t\t\t-3\t\t\t\t\t',
].join('\n')

describe('a file of suppliers’ products', () => {
  it('finds products by SKU, otherwise by barcode, never by title, and lists every other line', async () => {
    const preview = await sent(shop, 'preview', 'items', itemFile)
    expect(preview).toMatchObject({ separator: '\t', counts: { ...none, added: 3, unmatched: 2, faulty: 2 } })
    const states = preview.lines
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, state, matchedBy, variantId }) => [line, state, matchedBy, variantId])
    expect(states).toEqual([
      [2, 'added', 'sku', shop.ids[0]],
      [3, 'added', 'barcode', shop.ids[1]],
      [4, 'added', 'sku', shop.ids[0]],
      [5, 'unmatched', null, null],
      [6, 'unmatched', null, null],
      [7, 'faulty', 'sku', shop.ids[2]],
      [8, 'faulty', 'sku', shop.ids[2]],
    ])
    expect(await suppliers(shop)).toEqual([])
  })

  it('adds its suppliers, writes its products, and changes nothing the second time', async () => {
    await sent(shop, 'apply', 'items', itemFile)
    expect(await items(shop)).toMatchObject([
      {
        supplierName: 'Altura',
        variantId: shop.ids[0],
        supplierSku: 'ALT-0',
        unitCostMinor: 1250,
        packSize: 6,
        minimumUnits: 12,
        maximumUnits: null,
        priceBreaks: [
          { fromUnits: 100, unitCostMinor: 1100 },
          { fromUnits: 500, unitCostMinor: 1000 },
        ],
        rank: 1,
      },
      {
        supplierName: 'Borealis',
        variantId: shop.ids[0],
        unitCostMinor: 1175,
        minimumUnits: null,
        maximumUnits: 600,
        rank: 2,
      },
      {
        supplierName: 'Altura',
        variantId: shop.ids[1],
        supplierSku: 'ALT-1',
        unitCostMinor: null,
        packSize: 1,
      },
    ])
    const before = JSON.stringify(await items(shop))
    app.kernel.sentJobs.length = 0
    const again = await sent(shop, 'apply', 'items', itemFile)
    expect(again.counts).toEqual({ ...none, unchanged: 3, unmatched: 2, faulty: 2 })
    expect(JSON.stringify(await items(shop))).toBe(before)
    expect(app.kernel.sentJobs).toEqual([])
  })

  it('reports a SKU that several products have, unless a barcode decides between them', async () => {
    await shop.rows(sql`update variants set sku = 'TWIN' where merchant_id = ${shop.merchantId}`)
    const file = 'supplier,sku,barcode\nA,TWIN,\nA,TWIN,402'
    const { lines } = await sent(shop, 'preview', 'items', file)
    expect(lines).toMatchObject([
      { line: 2, state: 'unmatched', reason: '3 products have “TWIN”.' },
      { line: 3, state: 'added', matchedBy: 'barcode', variantId: shop.ids[2] },
    ])
  })

  it('refuses costs in another currency than the supplier’s, and reads them with its decimals', async () => {
    await sent(shop, 'apply', 'suppliers', 'name,currency\nKyoto,JPY\nLisboa,EUR')
    const file = 'supplier,sku,cost,currency\nKyoto,SKU-0,1250,JPY\nLisboa,SKU-1,12.5,USD\nNew,SKU-2,7,GBP'
    const { lines } = await sent(shop, 'apply', 'items', file)
    expect(lines.find(({ line }) => line === 3)).toMatchObject({
      state: 'faulty',
      reason: 'currency: “Lisboa” has costs in EUR.',
    })
    expect((await items(shop)).map((row) => [row.supplierName, row.unitCostMinor, row.currency])).toEqual([
      ['Kyoto', 1250, 'JPY'],
      ['New', 700, 'GBP'],
    ])
  })

  it('comes back from its own export without a change, in this shop and in an empty one', async () => {
    await sent(shop, 'apply', 'items', itemFile)
    await sent(shop, 'apply', 'items', 'supplier,sku,cost,lead time days,rank\n+Plus,SKU-0,0.01,9,1')
    const exported = await text(shop, '/api/supplier-variants/export.csv')
    expect(exported).toContain(`'+Plus`)
    expect((await sent(shop, 'apply', 'items', exported)).counts).toEqual({ ...none, unchanged: 4 })
    const other = await shopWith()
    expect((await sent(other, 'apply', 'items', exported)).counts).toEqual({ ...none, added: 4 })
    const named = async (of: TestMerchant) =>
      (await items(of)).map(({ supplierId: _id, variantId: _variant, ...row }) => row)
    expect(await named(other)).toEqual(await named(shop))
  })

  it('reads ten thousand products of three hundred suppliers, and again without a change', async () => {
    const shop = await shopWith(10_000)
    const rows = Array.from({ length: 10_000 }, (_, i) => `Supplier ${i % 300},SKU-${i},${i + 1}.25,6`)
    const file = ['supplier,sku,cost,pack', ...rows].join('\n')
    expect((await sent(shop, 'apply', 'items', file)).counts).toEqual({ ...none, added: 10_000 })
    expect((await sent(shop, 'apply', 'items', file)).counts).toEqual({ ...none, unchanged: 10_000 })
    const answer = await shop.request('/api/suppliers?pageSize=500')
    expect(supplierListSchema.parse(await answer.json()).total).toBe(300)
  }, 120_000)

  it('of one merchant finds neither products nor suppliers of another', async () => {
    const [shop, other] = [await shopWith(), await shopWith()]
    await sent(shop, 'apply', 'items', itemFile)
    await other.rows(
      sql`update variants set sku = 'O-' || sku, barcode = null where merchant_id = ${other.merchantId}`,
    )
    const { counts } = await sent(other, 'apply', 'items', itemFile)
    expect(counts).toMatchObject({ added: 0, unmatched: 5 })
    expect(await suppliers(other)).toEqual([])
    expect((await text(other, '/api/supplier-variants/export.csv')).trim().split('\r\n')).toHaveLength(1)
  })
})

const orderFile = [
  'PO #,Vendor,SKU,Qty,Received,Cost,Order Date,Expected Date,Received Date,Status',
  '1001,Altura,SKU-0,100,100,12.50,2026-09-01,2026-09-15,2026-09-14,Received',
  '1001,Altura,SKU-1,50,40,8.00,2026-09-01,2026-09-15,2026-09-18,Received',
  '1002,Altura,SKU-0,60,20,12.50,2026-11-01,2026-11-15,2026-11-10,Partial',
  '1002,Altura,SKU-2,30,,3.00,2026-11-01,2026-11-15,,Partial',
  '1003,,SKU-1,10,,,"Nov 5, 2026",,,Ordered',
  '1004,Altura,SKU-1,10,0,,03/04/2026,,,Ordered',
  '1004,Altura,GONE,10,0,,2026-11-05,,,Ordered',
].join('\n')

interface OrderText {
  order: string
  status: string
  line: string
}

async function orders(shop: TestMerchant): Promise<string[]> {
  const rows = await shop.rows(sql<OrderText>`
      select o.external_id || ' ' || coalesce(s.name, '-') as order, o.status,
        l.sku || ' ' || l.ordered_units || '/' || l.received_units || '/' || l.remaining_units as line
      from purchase_orders o
      left join suppliers s on s.merchant_id = o.merchant_id and s.id = o.supplier_id
      join purchase_order_lines l on l.merchant_id = o.merchant_id and l.order_id = o.id
      where o.merchant_id = ${shop.merchantId} order by o.number, l.position`)
  return rows.map((row) => `${row.order} ${row.status} ${row.line}`)
}

/** Returns what every receipt has, in the order in which they were stored. */
async function receipts(shop: TestMerchant): Promise<string[]> {
  const rows = await shop.rows(sql<{ text: string }>`
      select o.external_id || ' ' || r.received_on || ' ' || l.sku || ' ' || rl.accepted_units as text
      from receipts r
      join receipt_lines rl on rl.merchant_id = r.merchant_id and rl.receipt_id = r.id
      join purchase_order_lines l on l.merchant_id = r.merchant_id and l.order_id = r.order_id and l.id = rl.line_id
      join purchase_orders o on o.merchant_id = r.merchant_id and o.id = r.order_id
      where r.merchant_id = ${shop.merchantId} order by o.number, r.id, l.position`)
  return rows.map(({ text }) => text)
}

describe('a file of orders', () => {
  it('adds orders with their receipts, lists every other line, and changes nothing the second time', async () => {
    const { counts } = await sent(shop, 'apply', 'orders', orderFile)
    expect(counts).toEqual({ ...none, added: 5, unmatched: 1, faulty: 1 })
    const stored = [
      '1001 Altura closed SKU-0 100/100/0',
      '1001 Altura closed SKU-1 50/40/0',
      '1002 Altura partly_received SKU-0 60/20/40',
      '1002 Altura partly_received SKU-2 30/0/30',
      '1003 - ordered SKU-1 10/0/10',
    ]
    expect(await orders(shop)).toEqual(stored)
    const again = await sent(shop, 'apply', 'orders', orderFile)
    expect(again.counts).toEqual({ ...none, unchanged: 5, unmatched: 1, faulty: 1 })
    expect(await orders(shop)).toEqual(stored)
  })

  it('corrects units and adds products of an order that was imported before, once', async () => {
    const head = 'po number,supplier,sku,quantity,unit cost,received\n'
    await sent(shop, 'apply', 'orders', `${head}A-1,Altura,SKU-0,5,2.00,\nA-1,Altura,SKU-1,8,3.00,2`)
    const corrected = `${head}A-1,Altura,SKU-0,6,2.50,\nA-1,Altura,SKU-1,8,3.00,2\nA-1,Altura,SKU-2,4,1.00,`
    const { counts, lines } = await sent(shop, 'apply', 'orders', corrected)
    expect(counts).toEqual({ ...none, changed: 2, unchanged: 1 })
    expect(lines[0]?.changes).toEqual([
      { field: 'units', before: '5', after: '6' },
      { field: 'unitCost', before: '2.00', after: '2.50' },
    ])
    const stored = [
      'A-1 Altura partly_received SKU-0 6/0/6',
      'A-1 Altura partly_received SKU-1 8/2/6',
      'A-1 Altura partly_received SKU-2 4/0/4',
    ]
    expect(await orders(shop)).toEqual(stored)
    expect((await sent(shop, 'apply', 'orders', corrected)).counts).toEqual({ ...none, unchanged: 3 })
    expect(await orders(shop)).toEqual(stored)
  })

  it.each([
    ['2', '5', '2 units', '5 units of this product that have arrived already'],
    ['9', '9', '9 units', 'is received here, with 9 units'],
  ])('says why %s received units keep a file from correcting them', async (units, received, _, reason) => {
    const head = 'po number,sku,quantity,received,received on,ordered on\n'
    const ordered = received === '9' ? '9' : '10'
    await sent(shop, 'apply', 'orders', `${head}A-1,SKU-0,${ordered},${received},2026-11-10,2026-11-01`)
    const file = `${head}A-1,SKU-0,${received === '9' ? '12' : units},${received},2026-11-10,2026-11-01`
    const { lines } = await sent(shop, 'preview', 'orders', file)
    expect(lines).toMatchObject([{ state: 'faulty', reason: expect.stringContaining(reason) }])
  })

  it('that is our own leaves the order unchanged, and reports different units', async () => {
    await sent(shop, 'apply', 'orders', 'po number,supplier,sku,quantity,unit cost\nA-1,Altura,SKU-0,5,2.00')
    const [{ id }] = (await shop.ask<{ rows: [{ id: number }] }>('/api/purchase-orders?status=all')).rows
    const own = await text(shop, `/api/purchase-orders/${id}/csv`)
    const stored = await orders(shop)
    expect((await sent(shop, 'apply', 'orders', own)).counts).toEqual({ ...none, unchanged: 1 })
    const changed = await sent(shop, 'apply', 'orders', own.replace(',5,1,', ',7,1,'))
    expect(changed.lines).toMatchObject([
      { state: 'faulty', reason: expect.stringContaining('is an order of yours here, with other units') },
    ])
    expect(await orders(shop)).toEqual(stored)
  })

  it('of a later day adds the units received since, corrects days and closes completed orders', async () => {
    await sent(shop, 'apply', 'orders', orderFile)
    const later = [
      'PO #,Vendor,SKU,Qty,Received,Order Date,Expected Date,Received Date,Status',
      '1002,Altura,SKU-0,60,60,2026-11-01,2026-11-25,2026-11-18,Partial',
      '1002,Altura,SKU-2,30,10,2026-11-01,2026-11-25,2026-11-18,Partial',
      '1003,,SKU-1,10,4,"Nov 5, 2026",,2026-11-12,Closed',
    ].join('\n')
    const preview = await sent(shop, 'preview', 'orders', later)
    expect(preview.counts).toEqual({ ...none, changed: 3 })
    expect(preview.lines[0]?.changes).toContainEqual({ field: 'received', before: '20', after: '60' })
    const { counts } = await sent(shop, 'apply', 'orders', later)
    expect(counts).toEqual({ ...none, changed: 3 })
    expect((await orders(shop)).slice(2)).toEqual([
      '1002 Altura partly_received SKU-0 60/60/0',
      '1002 Altura partly_received SKU-2 30/10/20',
      '1003 - closed SKU-1 10/4/0',
    ])
    expect(await receipts(shop)).toEqual([
      '1001 2026-09-14 SKU-0 100',
      '1001 2026-09-18 SKU-1 40',
      '1002 2026-11-10 SKU-0 20',
      '1002 2026-11-18 SKU-0 40',
      '1002 2026-11-18 SKU-2 10',
      '1003 2026-11-12 SKU-1 4',
    ])
    expect((await sent(shop, 'apply', 'orders', later)).counts).toEqual({ ...none, unchanged: 3 })
  })

  it('corrects the day of a receipt by a counter-receipt, which teaches the lead time', async () => {
    const file = (receivedOn: string) =>
      `po,supplier,sku,qty,received,order date,received date\nP1,Altura,SKU-0,10,10,2026-07-01,${receivedOn}`
    await sent(shop, 'apply', 'orders', file(''))
    expect((await suppliers(shop))[0]?.leadTime.learned.orders).toBe(0)
    expect((await sent(shop, 'apply', 'orders', file('2026-07-19'))).counts).toEqual({ ...none, changed: 1 })
    expect((await suppliers(shop))[0]?.leadTime.learned).toMatchObject({ orders: 1, shortestDays: 18 })
    expect(await receipts(shop)).toEqual([
      'P1 2026-07-01 SKU-0 10',
      'P1 2026-07-01 SKU-0 -10',
      'P1 2026-07-19 SKU-0 10',
    ])
    expect(await orders(shop)).toEqual(['P1 Altura received SKU-0 10/10/0'])
  })

  it('corrects the day of a receipt by hand without dropping the rejected units that the supplier replaces', async () => {
    const file = (rest: string) =>
      `po,supplier,sku,qty,received,order date,received date\nR1,Altura,SKU-0,10,${rest}`
    await sent(shop, 'apply', 'orders', file('0,2026-07-01,'))
    const [{ id, lineId } = { id: 0, lineId: 0 }] = await shop.rows(sql<{ id: number; lineId: number }>`
      select order_id as id, id as "lineId" from purchase_order_lines where merchant_id = ${shop.merchantId}`)
    const lines = [{ lineId, accepted: 7, rejected: 3, isReplaced: true }]
    await shop.request(toAddress(ordersApi.receive, { id }), {
      json: { key: 'by-hand-1', receivedOn: '2026-07-10', lines },
    })
    expect(await orders(shop)).toEqual(['R1 Altura partly_received SKU-0 10/7/3'])
    expect((await sent(shop, 'apply', 'orders', file('7,2026-07-01,2026-07-12'))).counts).toEqual({
      ...none,
      changed: 1,
    })
    expect(await orders(shop)).toEqual(['R1 Altura partly_received SKU-0 10/7/3'])
  })

  it('refreshes projections once, however many orders it changes', async () => {
    const file = (received: number) =>
      ['po,supplier,sku,qty,received,order date,received date']
        .concat(
          shop.ids.map((_, i) => `M${i},Altura,SKU-${i},10,${received},2026-07-01,2026-07-0${2 + received}`),
        )
        .join('\n')
    await sent(shop, 'apply', 'orders', file(1))
    const before = app.kernel.sentJobs.length
    expect((await sent(shop, 'apply', 'orders', file(3))).counts).toEqual({ ...none, changed: 3 })
    expect(app.kernel.sentJobs.slice(before)).toEqual([
      expect.objectContaining({ data: { merchantId: shop.merchantId, variantIds: shop.ids } }),
    ])
  })

  it('orders a draft of the day before, and receives what came at once', async () => {
    const head = 'po,supplier,sku,qty,received,order date,status'
    await sent(shop, 'apply', 'orders', `${head}\nD1,Altura,SKU-0,10,,,Draft`)
    expect(await orders(shop)).toEqual(['D1 Altura draft SKU-0 10/0/10'])
    expect((await sent(shop, 'apply', 'orders', `${head}\nD1,Altura,SKU-0,10,,,Draft`)).counts).toEqual({
      ...none,
      unchanged: 1,
    })
    const later = `${head}\nD1,Altura,SKU-0,10,4,2026-11-03,Partial`
    expect((await sent(shop, 'apply', 'orders', later)).counts).toEqual({ ...none, changed: 1 })
    expect(await orders(shop)).toEqual(['D1 Altura partly_received SKU-0 10/4/6'])
    expect((await sent(shop, 'apply', 'orders', later)).counts).toEqual({ ...none, unchanged: 1 })
  })

  it('takes nothing back: fewer received units are listed with what to do', async () => {
    await sent(shop, 'apply', 'orders', orderFile)
    const fewer = 'po number,sku,quantity,received\n1002,SKU-0,60,5'
    const { lines } = await sent(shop, 'apply', 'orders', fewer)
    expect(lines).toMatchObject([{ state: 'faulty', reason: expect.stringContaining('Undo the receipt') }])
    expect((await orders(shop))[2]).toBe('1002 Altura partly_received SKU-0 60/20/40')
  })

  it('does not change a day that the supplier confirmed', async () => {
    await sent(
      shop,
      'apply',
      'orders',
      'po,sku,qty,order date,expected date\nA,SKU-0,5,2026-11-01,2026-11-20',
    )
    await shop.rows(
      sql`update purchase_orders set is_confirmed = true where merchant_id = ${shop.merchantId}`,
    )
    const file = 'po,sku,qty,order date,expected date\nA,SKU-0,5,2026-11-01,2026-11-30'
    expect((await sent(shop, 'apply', 'orders', file)).counts).toEqual({ ...none, unchanged: 1 })
  })

  it('that grows from day to day is applied once a day: the same file again changes nothing', async () => {
    const stage = fc.record({
      received: fc.array(fc.nat(8), { minLength: 3, maxLength: 3 }),
      rejected: fc.array(fc.nat(2), { minLength: 3, maxLength: 3 }),
      hasDay: fc.boolean(),
      hasExpected: fc.boolean(),
      status: fc.constantFrom('Draft', 'Ordered', 'Partial', 'Closed', ''),
    })
    await inCasesAsync(12, fc.array(stage, { minLength: 1, maxLength: 4 }), async (stages) => {
      const shop = await shopWith()
      const total = [0, 0, 0]
      const refused = [0, 0, 0]
      for (const [n, { received, rejected, hasDay, hasExpected, status }] of stages.entries()) {
        const rows = total.map((_, i) => {
          total[i]! += received[i]!
          refused[i]! += rejected[i]!
          const on = hasDay ? `2026-11-${String(5 + n).padStart(2, '0')}` : ''
          const expectedOn = hasExpected ? `2026-12-0${n + 1}` : ''
          return `G1,Altura,SKU-${i},40,${total[i]},${refused[i]},2026-11-01,${expectedOn},${on},${status}`
        })
        const head = 'po,supplier,sku,qty,received,rejected,order date,expected date,received date,status'
        const file = [head, ...rows].join('\n')
        await sent(shop, 'apply', 'orders', file)
        const stored = [await orders(shop), await receipts(shop)]
        const again = await sent(shop, 'apply', 'orders', file)
        expect(again.counts).toMatchObject({ added: 0, changed: 0 })
        expect([await orders(shop), await receipts(shop)]).toEqual(stored)
        const isOpen = stages.slice(0, n).every((before) => before.status !== 'Closed')
        if (isOpen) {
          const units = total.map((each, i) => `SKU-${i} 40/${each}/`)
          for (const [i, each] of units.entries()) expect(stored[0]![i]).toContain(each)
        }
      }
      const sums = await shop.rows(sql<{ same: boolean }>`
            select l.received_units = coalesce(sum(r.accepted_units), 0)
              and l.rejected_units = coalesce(sum(r.rejected_units), 0) as same
            from purchase_order_lines l left join receipt_lines r on r.merchant_id = l.merchant_id and r.line_id = l.id
            where l.merchant_id = ${shop.merchantId} group by l.merchant_id, l.order_id, l.id`)
      expect(sums.every(({ same }) => same)).toBe(true)
    })
  })

  it('teaches the supplier’s lead time by its dates', async () => {
    const rows = [18, 20, 22].map(
      (days, i) => `P${i},Altura,SKU-0,10,10,2026-0${i + 7}-01,2026-0${i + 7}-${days}`,
    )
    const file = ['po,supplier,sku,qty,received,order date,received date', ...rows].join('\n')
    await sent(shop, 'apply', 'orders', file)
    const [supplier] = await suppliers(shop)
    expect(supplier).toMatchObject({
      leadTime: { source: 'learned', learned: { orders: 3, shortestDays: 17, longestDays: 21 } },
      score: { orders: 3, fillRatio: 1, onTimeRatio: null, leadTimeMedianDays: 19, lateUnits: 0 },
    })
    expect(supplier!.leadTime.p90).toBeGreaterThan(supplier!.leadTime.days)
  })
})
