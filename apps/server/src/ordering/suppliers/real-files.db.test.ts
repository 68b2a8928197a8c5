import {
  purchaseOrderListSchema,
  purchaseOrderSchema,
  type SupplierImport,
  supplierListSchema,
  supplierVariantListSchema,
} from '@stockcast/contract'
import { unzipSync, zipSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { newForEachTest, withTestApp } from '../../testing/index.ts'
import { applySupplierFile, openSmallShop } from '../../testing/insert-supplier.ts'

const app = withTestApp(() => ({ now: '2026-11-26T12:00:00Z' }))

const shop = newForEachTest(() => openSmallShop(app))
const apply = (kind: SupplierImport['kind'], lines: readonly string[] | Uint8Array<ArrayBuffer>) =>
  applySupplierFile(shop, kind, lines)

/** Returns the lines of all orders of the shop: units ordered, received and remaining, the expected day and the cost. */
async function orderLines() {
  const list = purchaseOrderListSchema.parse(await shop.ask('/api/purchase-orders?status=all'))
  const orders = await Promise.all(
    list.rows.map(async ({ id }) => purchaseOrderSchema.parse(await shop.ask(`/api/purchase-orders/${id}`))),
  )
  return orders
    .flatMap((order) =>
      order.lines.map((line) => ({
        order: order.externalId,
        status: order.status,
        sku: line.sku,
        ordered: line.ordered,
        received: line.received,
        remaining: line.remaining,
        expectedOn: line.expectedOn ?? order.expectedOn,
        cost: line.unitCostMinor,
      })),
    )
    .sort((a, b) => `${a.order}${a.sku}`.localeCompare(`${b.order}${b.sku}`))
}

const getItems = async () => supplierVariantListSchema.parse(await shop.ask('/api/supplier-variants')).rows
const getSuppliers = async () => supplierListSchema.parse(await shop.ask('/api/suppliers')).rows
const reasons = ({ lines }: SupplierImport) =>
  lines.map(({ reason }) => reason).filter((each) => each !== null)

const HEAD = 'PO Number,Supplier,SKU,Quantity,Unit Cost,Order Date,Expected Date'

describe('the numbers of a file', () => {
  it('with thousands separators are thousands if the whole file allows only one meaning', async () => {
    await apply('orders', [
      HEAD,
      'PO-1,Acme,MUG-1,"1,000",4.20,2026-11-01,2026-12-10',
      'PO-1,Acme,CUP-1,"2.000",4.20,2026-11-01,2026-12-10',
      'PO-1,Acme,JAR-1,"1 250",4.20,2026-11-01,2026-12-10',
    ])
    expect((await orderLines()).map(({ ordered }) => ordered)).toEqual([2000, 1250, 1000])
    await apply('items', ['Supplier,SKU,Cost,MOQ,Pack size', 'Acme,MUG-1,4.20,"1,000",12 pcs'])
    expect(await getItems()).toMatchObject([{ minimumUnits: 1000, packSize: 12, unitCostMinor: 420 }])
  })

  it('that can mean two amounts are reported', async () => {
    const report = await apply('orders', ['PO,SKU,Qty', 'PO-1,MUG-1,"1,000"', 'PO-1,CUP-1,"2,000"'])
    expect(report.counts).toMatchObject({ added: 0, faulty: 2 })
    expect(reasons(report)[0]).toContain('can mean 1 or 1000')
  })

  it.each([
    ['2 weeks', 14],
    ['14 days', 14],
    ['21', 21],
    ['1 month', 30],
  ])('%s are a lead time of %i days', async (cell, days) => {
    await apply('suppliers', ['Supplier,Lead time', `Acme,${cell}`])
    expect((await getSuppliers())[0]?.statedLeadTimeDays).toBe(days)
  })
})

describe('the amounts of a file', () => {
  it.each(['€3.50', '3.50 GBP', '£3.50', '3.50 EUR', 'CA$3.50'])(
    'in another currency than the US dollars of the shop are refused: %s',
    async (cost) => {
      const report = await apply('orders', [HEAD, `PO-1,Acme,JAR-1,5,${cost},2026-11-01,2026-12-10`])
      expect(report.counts).toMatchObject({ added: 0, faulty: 1 })
      expect(reasons(report)[0]).toContain('and USD is expected')
      expect(await orderLines()).toEqual([])
    },
  )

  it.each(['$3.50', '3.50 USD', 'US$ 3.50', '3,50', "'3.50"])('are US dollars: %s', async (cost) => {
    await apply('orders', [HEAD, `PO-1,Acme,JAR-1,5,"${cost}",2026-11-01,2026-12-10`])
    expect((await orderLines())[0]?.cost).toBe(350)
  })
})

describe('the days of a file', () => {
  it('are read with day and month in the order that one of the days proves', async () => {
    await apply('orders', [
      'PO Number,Supplier,SKU,Quantity,Order Date,Expected Date',
      'PO-3,Acme,JAR-1,100,25/11/2026,13/12/2026',
      'PO-4,Acme,JAR-1,100,01.11.2026,03.12.2026',
      'PO-6,Acme,JAR-1,100,1-Nov-26,1-Dec-26',
    ])
    expect((await orderLines()).map(({ expectedOn }) => expectedOn)).toEqual([
      '2026-12-13',
      '2026-12-03',
      '2026-12-01',
    ])
  })

  it('whose day and month could be swapped are reported', async () => {
    const report = await apply('orders', ['PO,SKU,Qty,Order date', 'PO-1,MUG-1,5,03/04/2026'])
    expect(reasons(report)[0]).toContain('can mean 2026-04-03 or 2026-03-04')
  })

  it('of delivery are used, and the days of shipping are not', async () => {
    await apply('orders', [
      'PO Number,Supplier,SKU,Quantity,Order Date,Ship Date,Delivery Date',
      'PO-1,Acme,MUG-1,100,2026-11-01,2026-11-20,2027-01-05',
    ])
    expect(await orderLines()).toMatchObject([{ expectedOn: '2027-01-05', remaining: 100 }])
  })

  it.each([
    'Ship Date,ETA',
    'Expected Ship Date,Expected Delivery Date',
    'Expected Ship Date,Arrival Date',
    'Ship Date,Due Date',
    'Versanddatum,Lieferdatum',
    'ETD,Quoted Delivery Date',
  ])('are taken from the column of arrival: %s', async (heads) => {
    const rows = ['PO-1,Acme,MUG-1,100,2026-11-01,2026-11-20,2027-01-05']
    await apply('orders', [`PO Number,Supplier,SKU,Quantity,Order Date,${heads}`, ...rows])
    expect(await orderLines()).toMatchObject([{ expectedOn: '2027-01-05', remaining: 100 }])
  })

  it('may differ between the lines of an order', async () => {
    await apply('orders', [
      'PO Number,Supplier,SKU,Quantity,Order Date,Expected Date',
      'PO-1,Acme,MUG-1,10,2026-11-20,2026-12-05',
      'PO-1,Acme,CUP-1,200,2026-11-20,2027-01-05',
    ])
    expect(await orderLines()).toMatchObject([
      { sku: 'CUP-1', expectedOn: '2027-01-05' },
      { sku: 'MUG-1', expectedOn: '2026-12-05' },
    ])
  })

  it('apply to the remaining units of an order that was partly received on an unknown day', async () => {
    await apply('orders', [
      'PO Number,Supplier,SKU,Quantity,Received,Order Date,Expected Date',
      'PO-1,Acme,MUG-1,50,20,2026-11-10,2026-12-15',
    ])
    expect(await orderLines()).toMatchObject([
      { received: 20, remaining: 30, expectedOn: '2026-12-15', status: 'partly_received' },
    ])
  })
})

describe('the status of an order', () => {
  it.each(['Voided', 'Rejected', 'Declined', 'CANCELED', 'Deleted', 'Expired'])(
    '%s means that no units are on the way',
    async (status) => {
      await apply('orders', [`${HEAD},Status`, `PO-1,Acme,JAR-1,5,3.50,2026-11-01,2026-12-10,${status}`])
      expect(await orderLines()).toMatchObject([{ remaining: 0, status: 'cancelled' }])
    },
  )

  it('is reported if it is unknown', async () => {
    const report = await apply('orders', [
      `${HEAD},Status`,
      `PO-1,Acme,JAR-1,5,3.50,2026-11-01,2026-12-10,Frobbed`,
    ])
    expect(report.counts).toMatchObject({ added: 0, faulty: 1 })
    expect(reasons(report)[0]).toContain('“Frobbed” is no known status')
  })

  it.each([[['Received', 'Open']], [['Open', 'Received']]])('applies to its own line: %j', async (states) => {
    const unitsOf = { Received: 10, Open: 20 } as Record<string, number>
    const skuOf = { Received: 'MUG-1', Open: 'CUP-1' } as Record<string, string>
    await apply('orders', [
      `${HEAD},Status`,
      ...states.map(
        (state) => `PO-1,Acme,${skuOf[state]},${unitsOf[state]},1,2026-11-01,2026-12-10,${state}`,
      ),
    ])
    expect(await orderLines()).toMatchObject([
      { sku: 'CUP-1', received: 0, remaining: 20 },
      { sku: 'MUG-1', received: 10, remaining: 0 },
    ])
  })

  it('on each of several lines of one product applies to the units of that line', async () => {
    await apply('orders', [
      `${HEAD},Status`,
      'PO-1,Acme,MUG-1,10,1,2026-11-01,2026-12-10,Received',
      'PO-1,Acme,MUG-1,20,1,2026-11-01,2026-12-10,Open',
      'PO-1,Acme,MUG-1,5,1,2026-11-01,2026-12-10,Cancelled',
    ])
    expect(await orderLines()).toMatchObject([{ ordered: 35, received: 10, remaining: 20 }])
  })
})

it('one product on two lines of an order becomes one line, which a file with their sum leaves unchanged', async () => {
  const rows = ['100,4.20', '20,0'].map((cells) => `PO-1,Acme,MUG-1,${cells},2026-11-01,2026-12-10`)
  expect((await apply('orders', [HEAD, ...rows])).counts).toMatchObject({ added: 2, faulty: 0 })
  expect(await orderLines()).toMatchObject([{ ordered: 120, remaining: 120, cost: 350 }])
  const corrected = await apply('orders', [HEAD, 'PO-1,Acme,MUG-1,120,3.50,2026-11-01,2026-12-10'])
  expect(corrected.counts).toMatchObject({ unchanged: 1, faulty: 0 })
  expect((await apply('orders', [HEAD, ...rows])).counts).toMatchObject({ unchanged: 2 })
  expect(await orderLines()).toHaveLength(1)
})

it.each<[string, string[], object]>([
  ['three of them', ['MUG-1,100,', 'MUG-1,20,', 'MUG-1,5,'], { ordered: 125, remaining: 125 }],
  ['another product between', ['MUG-1,100,', 'CUP-1,7,', 'MUG-1,20,'], { ordered: 120, remaining: 120 }],
  ['another case', ['MUG-1,100,', 'mug-1,20,'], { ordered: 120, remaining: 120 }],
  ['spaces and dashes', ['MUG-1,100,', ' MUG–1 ,20,'], { ordered: 120, remaining: 120 }],
  ['receipts of both', ['MUG-1,100,40', 'MUG-1,20,20'], { ordered: 120, received: 60, remaining: 60 }],
  ['the same line twice', ['MUG-1,100,', 'MUG-1,100,'], { ordered: 200, remaining: 200 }],
])('several lines of one product add up: %s', async (_, rows, expected) => {
  const lines = rows.map((row) => `PO-1,Acme,${row}`)
  await apply('orders', ['PO,Supplier,SKU,Quantity,Received', ...lines])
  const mugs = (await orderLines()).filter(({ sku }) => sku === 'MUG-1')
  expect(mugs).toMatchObject([expected])
})

describe('a file that corrects only costs', () => {
  const row = (cost: string, more = '') => `PO-1,Acme,MUG-1,10,${cost},2026-11-01,2026-12-10${more}`

  it('changes the costs of an order that is on its way, and lists the changes', async () => {
    await apply('orders', [HEAD, row('3.50')])
    const report = await apply('orders', [HEAD, row('3.20')])
    expect(report.counts).toMatchObject({ changed: 1, faulty: 0 })
    expect(report.lines[0]!.changes).toEqual([{ field: 'unitCost', before: '3.50', after: '3.20' }])
    expect(await orderLines()).toMatchObject([{ ordered: 10, cost: 320 }])
    for (const cost of ['3.20', ''])
      expect((await apply('orders', [HEAD, row(cost)])).counts).toMatchObject({ unchanged: 1 })
  })

  it('leaves the costs of an order that has arrived unchanged, and reports why', async () => {
    const head = `${HEAD},Received`
    await apply('orders', [head, row('3.50', ',10')])
    const report = await apply('orders', [head, row('3.20', ',10')])
    expect(reasons(report)).toEqual([
      'Order “PO-1” has 3.50 a unit here, which a file changes only before it arrives or is confirmed.',
    ])
    expect(await orderLines()).toMatchObject([{ cost: 350 }])
  })

  it('still records the receipts of an order that was confirmed', async () => {
    const head = `${HEAD},Received`
    await apply('orders', [head, row('3.50', ',0')])
    const [order] = purchaseOrderListSchema.parse(await shop.ask('/api/purchase-orders?status=all')).rows
    await shop.request(`/api/purchase-orders/${order!.id}`, {
      method: 'PUT',
      json: { version: order!.version, expectedOn: '2026-12-10', isConfirmed: true },
    })
    await apply('orders', [head, row('3.20', ',4')])
    expect(await orderLines()).toMatchObject([{ received: 4, cost: 350 }])
  })
})

describe('an order whose rows name it once', () => {
  it.each<[string, string[]]>([
    ['number and supplier in the first row', ['PO-1,Acme,MUG-1,100,,2026-11-01,2026-12-10', ',,CUP-1,50,,,']],
    ['a total at the end', ['PO-1,Acme,MUG-1,100,,2026-11-01,2026-12-10', ',,CUP-1,50,,,', 'Total,,,150,,,']],
    [
      'the head on each page',
      ['PO-1,Acme,MUG-1,100,,2026-11-01,2026-12-10', HEAD, 'PO-1,Acme,CUP-1,50,,2026-11-01,2026-12-10'],
    ],
  ])('has all its lines: %s', async (_, rows) => {
    const report = await apply('orders', [HEAD, ...rows])
    expect([report.counts, reasons(report)]).toEqual([expect.objectContaining({ added: 2, faulty: 0 }), []])
    expect(await orderLines()).toMatchObject([
      { order: 'PO-1', sku: 'CUP-1', ordered: 50, expectedOn: '2026-12-10' },
      { order: 'PO-1', sku: 'MUG-1', ordered: 100, expectedOn: '2026-12-10' },
    ])
  })

  it('does not include a row that has a supplier but no number', async () => {
    const report = await apply('orders', [HEAD, 'PO-1,Acme,MUG-1,100,,,', ',Beta,CUP-1,5,,,'])
    expect(reasons(report)).toEqual(['PO Number: is empty.'])
  })
})

describe('the units of an order', () => {
  it.each<[string, string, { received: number; remaining: number }]>([
    ['Quantity,Outstanding', '100,60', { received: 40, remaining: 60 }],
    ['Quantity,Qty to receive', '100,100', { received: 0, remaining: 100 }],
    ['Quantity,Received,Outstanding', '100,30,60', { received: 30, remaining: 70 }],
    ['Quantity,Qty Ordered,Qty Received', '60,100,40', { received: 40, remaining: 60 }],
    ['Quantity,Received,Received Date', '100,40,', { received: 40, remaining: 60 }],
    ['Quantity,Received,Cancelled', '100,40,60', { received: 40, remaining: 0 }],
    ['Quantity,Received,Qty Cancelled', '100,40,10', { received: 40, remaining: 50 }],
    ['Quantity,Cancelled', '100,Yes', { received: 0, remaining: 0 }],
    ['Quantity,Cancelled', '100,no', { received: 0, remaining: 100 }],
    ['Quantity,Outstanding,Canceled', '100,50,10', { received: 40, remaining: 50 }],
    ['Quantity,Qty open', '100,60', { received: 40, remaining: 60 }],
    ['Quantity,Delivered', '100,40', { received: 40, remaining: 60 }],
    ['Quantity,Stage', '100,Received', { received: 100, remaining: 0 }],
    ['Quantity,UOM', '100,pcs', { received: 0, remaining: 100 }],
    ['Quantity,Unit', '100,bottle', { received: 0, remaining: 100 }],
  ])('are read from the columns %s: %s', async (heads, cells, units) => {
    await apply('orders', [`PO,Supplier,SKU,${heads}`, `PO-1,Acme,MUG-1,${cells}`])
    expect(await orderLines()).toMatchObject([{ ordered: 100, ...units }])
  })

  it.each(['Case of 12', 'Dozen', 'Karton', '12'])('are reported when counted in %s', async (unit) => {
    const report = await apply('orders', ['PO,Supplier,SKU,Qty,UOM', `PO-1,Acme,MUG-1,5,${unit}`])
    expect(reasons(report)).toEqual([expect.stringContaining(`“${unit}” may be several units`)])
    expect(await orderLines()).toEqual([])
  })

  it('belong to order 1001 if a program wrote its number as 1001.0', async () => {
    await apply('orders', ['PO,Supplier,SKU,Qty', '1001.0,Acme,MUG-1,5'])
    expect(await orderLines()).toMatchObject([{ order: '1001' }])
  })

  it.each(['10 cases', '5 boxes', '2 pallets', '10 boxes of 12', '5 x 12', '0', '-5', 'n/a', '1.5'])(
    '%s are refused',
    async (cell) => {
      const report = await apply('orders', ['PO,SKU,Qty', `PO-1,MUG-1,${cell}`])
      expect(report.counts).toMatchObject({ added: 0, faulty: 1 })
    },
  )

  it.each([
    ['Open', 'Cancelled', 0],
    ['Cancelled', 'Open', 0],
    ['Partially received', 'Received', 0],
    ['Open', 'Open', 5],
    ['Open', '', 5],
  ])('with order status "%s" and line status "%s": %i are still to come', async (order, line, remaining) => {
    const row = `PO-1,Acme,MUG-1,5,${order},${line}`
    await apply('orders', ['PO,Supplier,SKU,Qty,Status,Line Status', row])
    expect(await orderLines()).toMatchObject([{ remaining }])
  })

  it.each(['Paid', 'On hold', 'Invoiced', 'Returned', '1', 'Quote sent'])(
    'with the status %s are reported, because it does not say whether they will arrive',
    async (status) => {
      const report = await apply('orders', ['PO,SKU,Qty,Status', `PO-1,MUG-1,5,${status}`])
      expect(reasons(report)[0]).toContain(`“${status}” is no known status`)
    },
  )
})

it.each([
  ['2026-11-01', '2026-10-10', 'expected on 2026-10-10, before it was ordered'],
  ['2026-11-01', '2062-12-10', 'more than 3 years ahead'],
  ['1926-11-01', '2026-12-10', 'more than 10 years ago'],
  ['2027-11-01', '2027-12-10', 'dated in the future'],
  ['2026-02-30', '2026-12-10', 'is not a day'],
])('implausible days are reported: ordered %s, expected %s', async (orderedOn, expectedOn, reason) => {
  const report = await apply('orders', [
    'PO,SKU,Qty,Order Date,Expected Date',
    `PO-1,MUG-1,5,${orderedOn},${expectedOn}`,
  ])
  expect(reasons(report)[0]).toContain(reason)
  expect(await orderLines()).toEqual([])
})

describe('two columns with the same meaning', () => {
  it('are reported if only one of them can be used', async () => {
    const answer = await shop.request('/api/suppliers/import/apply?kind=orders', {
      method: 'POST',
      body: 'PO,SKU,Quantity,Qty\nPO-1,MUG-1,5,6',
    })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('“Quantity” and “Qty” can both be “Quantity”; choose one of them'),
    ])
  })

  it.each<[string, string, number | null]>([
    ['Cost,Cost price', '3.10,2.90', null],
    ['Unit cost,Cost', '3.10,31.00', 310],
    ['Price,Unit cost,Landed cost', '9.50,3.10,3.90', 310],
    ['Price', '3.10', 310],
    ['Cost (USD)', '3.10', 310],
  ])('of %s, with %s, the cost is %s', async (heads, cells, cost) => {
    await apply('items', [`Supplier,SKU,${heads}`, `Acme,MUG-1,${cells}`])
    expect((await getItems())[0]?.unitCostMinor).toBe(cost)
  })

  it.each([
    [
      'German',
      'Bestellnummer;Lieferant;Artikelnummer;Menge;Einzelpreis;Bestelldatum;Lieferdatum;Status',
      'Bestellt',
    ],
    [
      'French',
      'N° commande;Fournisseur;Référence;Quantité;Prix unitaire;Date de commande;Date de livraison;Statut',
      'En cours',
    ],
    [
      'Spanish',
      'Pedido;Proveedor;Referencia;Cantidad;Precio unitario;Fecha de pedido;Fecha de entrega;Estado',
      'Enviado',
    ],
    [
      'Italian',
      'Numero ordine;Fornitore;Codice articolo;Quantità;Prezzo unitario;Data ordine;Data di consegna;Stato',
      'Ordinato',
    ],
    [
      'Dutch',
      'Bestelnummer;Leverancier;Artikelcode;Aantal;Stuksprijs;Besteldatum;Leverdatum;Status',
      'Besteld',
    ],
    ['QuickBooks', 'Num;Vendor;SKU;Qty;Rate;Date;Due date;Status', 'Open'],
  ])('the column names of an order are recognised in %s', async (_, head, status) => {
    const row = `PO-1;Acme;MUG-1;100;4,20;01.11.2026;15.12.2026;${status}`
    await apply('orders', [head, row])
    expect(await orderLines()).toMatchObject([
      { order: 'PO-1', ordered: 100, remaining: 100, cost: 420, expectedOn: '2026-12-15' },
    ])
  })

  it('a currency in the name of a column applies to the amounts in it', async () => {
    const report = await apply('items', ['Supplier,SKU,Cost (EUR)', 'Acme,MUG-1,3.10'])
    expect(reasons(report)[0]).toContain('is in EUR, and USD is expected')
  })
})

describe('what suppliers’ files say', () => {
  it('the contact, an address in parts and the days of cover are stored, and exported unchanged', async () => {
    await apply('suppliers', [
      'Company,Contact name,Email,Address,City,State,Zip,Country,Days of cover',
      'Acme,Jo Doe,Jo Doe <jo@acme.example>,"1 Main St',
      'Floor 2",Springfield,IL,62701,USA,60',
      'Beta,,-,,,,,,',
    ])
    const stored = await getSuppliers()
    expect(stored).toMatchObject([
      {
        name: 'Acme',
        email: 'jo@acme.example',
        contactName: 'Jo Doe',
        address: '1 Main St\nFloor 2\nSpringfield IL 62701\nUSA',
        coverDays: 60,
      },
      { name: 'Beta', email: null, contactName: '', address: '', coverDays: null },
    ])
    const exported = await (await shop.request('/api/suppliers/export.csv')).text()
    expect((await apply('suppliers', exported.trim().split('\r\n'))).counts).toMatchObject({
      unchanged: 2,
      changed: 0,
    })
  })

  it.each([
    ['Lead time (weeks)', '3', 21],
    ['Lead time in weeks', '2', 14],
    ['Lead time (days)', '2 weeks', 14],
    ['Lead time', 'ca. 14', 14],
    ['Lead time', '3 Wochen', 21],
    ['Lieferzeit (Wochen)', '3', 21],
    ['Délai de livraison', '14 jours', 14],
  ])('the %s of %s is %i days', async (head, cell, days) => {
    await apply('suppliers', [`Supplier,${head}`, `Acme,${cell}`])
    expect((await getSuppliers())[0]?.statedLeadTimeDays).toBe(days)
  })

  it.each(['2-3 weeks', '10 business days', '0', '999', 'unknown'])(
    'a lead time of %s is reported with its value',
    async (cell) => {
      const report = await apply('suppliers', ['Supplier,Lead time', `Acme,${cell}`])
      expect(reasons(report)[0]).toContain(`“${cell}”`)
    },
  )

  it.each([
    ['Pack size', 'Box of 12', 12],
    ['Case pack', '24/case', 24],
    ['UOM', 'EA', 1],
    ['UOM', '6', 6],
    ['Pack', 'n/a', 1],
  ])('the %s %s is a pack of %i', async (head, cell, packSize) => {
    await apply('items', [`Supplier,SKU,Cost,${head}`, `Acme,MUG-1,3,${cell}`])
    expect(await getItems()).toMatchObject([{ packSize }])
  })

  it('the currency, minimum and address are read under the names that other programs give them', async () => {
    await apply('suppliers', [
      'Name;Address1;Address2;City;Zip;Country;Währung;Mindestbestellwert',
      'Acme;1 Quay;Dock 2;Hull;HU1;UK;Euro;1.000,00 €',
    ])
    expect(await getSuppliers()).toMatchObject([
      {
        currency: 'EUR',
        address: '1 Quay\nDock 2\nHull HU1\nUK',
        minimum: { kind: 'value', amountMinor: 100_000 },
      },
    ])
  })

  it('n/a, a dash and a total are not taken for the name of a supplier', async () => {
    const rows = ['N/A,a@b.example', '-,a@b.example', 'Total,', 'Total Tools,t@b.example']
    const report = await apply('suppliers', ['Supplier,Email', ...rows])
    expect(report.counts).toMatchObject({ added: 1, faulty: 2 })
    expect((await getSuppliers()).map(({ name }) => name)).toEqual(['Total Tools'])
  })
})

describe('what spreadsheets write around a table', () => {
  const table = ['SKU;Supplier;PO;Qty', 'MUG-1;Acme;PO-1;5']

  it.each<[string, string[]]>([
    ['a line that names the separator', ['sep=;', ...table]],
    ['a title and a blank line', ['Open purchase orders', '', ...table]],
    ['a title in several columns', ['Report;;;', 'Date;2026-11-20;;', ...table]],
    ['a row of totals', [...table, 'Total;;;5']],
    ['an empty first line', ['', ...table]],
    ['spaces and invisible characters', ['\u200bSKU ; Supplier;PO;Qty', '\u00a0MUG-1\u200b ;Acme;PO-1; 5']],
    ['codes kept as text', ['SKU;Supplier;PO;Qty', '="MUG-1";Acme;\'PO-1;5']],
    ['another case', ['sku;SUPPLIER;po;QTY', 'mug-1;Acme;PO-1;5']],
    ['an inch sign', ['SKU;Supplier;PO;Qty;Name', 'MUG-1;Acme;PO-1;5;12" Mug']],
    ['a comma in a name', ['SKU;Supplier;PO;Qty;Name', 'MUG-1;Acme;PO-1;5;Mug, 12, blue, large']],
    ['tabs', ['SKU\tSupplier\tPO\tQty', 'MUG-1\tAcme\tPO-1\t5']],
    ['bars', ['SKU|Supplier|PO|Qty', 'MUG-1|Acme|PO-1|5']],
    ['rows quoted as a whole', ['"SKU,Supplier,PO,Qty"', '"MUG-1,Acme,PO-1,5"']],
    ['another dash', ['SKU;Supplier;PO;Qty', 'MUG\u20111;Acme;PO-1;5']],
    ['blank columns and separators at the end', ['SKU,,Supplier,PO,Qty,,', 'MUG-1,,Acme,PO-1,5,,', ',,,,,,']],
  ])('is ignored: %s', async (_, lines) => {
    const report = await apply('orders', lines)
    expect([report.counts, reasons(report)]).toEqual([expect.objectContaining({ added: 1, faulty: 0 }), []])
    expect(await orderLines()).toMatchObject([{ sku: 'MUG-1', ordered: 5 }])
  })

  it('reports a supplier SKU that a spreadsheet has changed', async () => {
    const report = await apply('items', [
      'Supplier,SKU,Supplier SKU',
      'Acme,MUG-1,3-Dec',
      'Acme,4-Dec,A-4',
      'Acme,CUP-1,1.23E+11',
      'Acme,JAR-1,A-1',
    ])
    expect(reasons(report)).toEqual([
      expect.stringMatching(/^Supplier SKU: “3-Dec” was turned into a date by a spreadsheet/),
      expect.stringMatching(/^“4-Dec” was turned into a date/),
      expect.stringMatching(/^Supplier SKU: “1.23E\+11” was shortened by a spreadsheet/),
    ])
    expect((await getItems()).map(({ sku }) => sku)).toEqual(['JAR-1'])
  })

  it('a supplier is the same whatever its spaces and case', async () => {
    await apply('suppliers', ['Supplier,Lead time', 'Acme  Ltd,14'])
    await apply('suppliers', ['Supplier,Lead time', ' ACME\u00a0Ltd ,21'])
    expect(await getSuppliers()).toMatchObject([{ name: 'Acme Ltd', statedLeadTimeDays: 21 }])
  })

  it('the same file of suppliers changes nothing the second time', async () => {
    const file = [
      'Supplier,Email,Lead time,Minimum order value',
      'Acme,"b@acme.example, a@acme.example",2 weeks,"$1,250.00"',
    ]
    await apply('suppliers', file)
    expect((await apply('suppliers', file)).counts).toMatchObject({ unchanged: 1, changed: 0 })
  })
})

it('a workbook is read from its first sheet that has rows, with the values of its cells', async () => {
  const sheets = [
    { name: 'Empty', rows: [] },
    {
      name: 'Orders',
      rows: [
        ['Open orders'],
        ['PO Number', 'Supplier', 'SKU', 'Quantity', 'Unit Cost', 'Order Date', 'Expected Date'],
        ['PO-1', 'Acme', 'MUG-1', 1250, 1.234, new Date('2026-11-01'), new Date('2026-12-10')],
        ['PO-1', 'Acme', 'CUP-1', '1,000', 4, '2026-11-01', '10 Dec 2026'],
      ],
    },
  ]
  const report = await apply('orders', new Uint8Array(await writeXlsx({ sheets })))
  expect([report.counts, reasons(report)]).toEqual([expect.objectContaining({ added: 2, faulty: 0 }), []])
  expect(report.sheet).toEqual({ name: 'Orders', others: ['Empty'] })
  expect(await orderLines()).toMatchObject([
    { sku: 'CUP-1', ordered: 1000, cost: 400, expectedOn: '2026-12-10' },
    { sku: 'MUG-1', ordered: 1250, cost: 123, expectedOn: '2026-12-10' },
  ])
})

const getZip = (...names: string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array([1])])))
it.each([
  [
    'OpenDocument',
    getZip('mimetype', 'content.xml'),
    'This is an OpenDocument spreadsheet. Open it, save it as XLSX or CSV, and upload that file.',
  ],
  [
    'Numbers',
    getZip('Index/Document.iwa', 'preview.jpg'),
    'This is a Numbers spreadsheet. Open it, export it as Excel or CSV, and upload that file.',
  ],
  [
    'Numbers from before 2014',
    getZip('Index.zip'),
    'This is a Numbers spreadsheet. Open it, export it as Excel or CSV, and upload that file.',
  ],
  [
    'XLSB',
    getZip('[Content_Types].xml', 'xl/workbook.bin'),
    'This is a binary Excel workbook (XLSB). Open it, save it as XLSX or CSV, and upload that file.',
  ],
  [
    'XLS',
    new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
    'This is an Excel workbook of an old format. Open it, save it as CSV, and upload that file.',
  ],
  ['an archive', getZip('sales.csv'), 'This is a ZIP archive. Unpack it, and upload the CSV file in it.'],
])(
  'case 021: a spreadsheet that is not read is refused with advice on what to do: %s',
  async (_, body, words) => {
    for (const kind of ['suppliers', 'items', 'orders']) {
      const path = `/api/suppliers/import/preview?kind=${kind}`
      const answer = await shop.request(path, { method: 'POST', body: new Uint8Array(body) })
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      expect([answer.status, error.message]).toEqual([400, words])
    }
  },
)

describe('a hostile workbook', () => {
  const packed = async (megabytes: number) => {
    const files = unzipSync(
      new Uint8Array(await writeXlsx({ sheets: [{ name: 'Orders', rows: [['PO', 'SKU', 'Qty']] }] })),
    )
    const name = Object.keys(files).find((each) => each.endsWith('sheet1.xml'))!
    const blanks = new Uint8Array(megabytes * 2 ** 20).fill(0x20)
    const sheet = Buffer.concat([blanks, files[name]!])
    return zipSync({ ...files, [name]: new Uint8Array(sheet) })
  }
  const refusal = async (body: Uint8Array<ArrayBuffer>) => {
    const answer = await shop.request('/api/suppliers/import/preview?kind=orders', { method: 'POST', body })
    return ((await answer.json()) as { error: { message: string } }).error.message
  }

  it('that would unpack to more than the size limit of a table is refused before it is unpacked', async () => {
    expect(await refusal(new Uint8Array(await packed(70)))).toContain('unpacked file is larger')
  })

  it('that states a smaller size than it unpacks to is refused', async () => {
    const forged = new Uint8Array(await packed(70))
    const view = new DataView(forged.buffer)
    for (let at = 0; at < forged.length - 4; at++) {
      // The two headers of a file in an archive have its size 22 and 24 bytes after the start of their signatures.
      if (view.getUint32(at, true) === 0x04034b50) view.setUint32(at + 22, 1000, true)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true)
    }
    expect(await refusal(forged)).toContain('cannot be read')
  })
})

const refused = async (body: string | Uint8Array<ArrayBuffer>) => {
  const answer = await shop.request('/api/suppliers/import/preview?kind=orders', { method: 'POST', body })
  return [answer.status, ((await answer.json()) as { error: { message: string } }).error.message]
}

it.each<[string, Uint8Array<ArrayBuffer>, string]>([
  ['a damaged workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'Excel workbook'],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'Excel workbook'],
  ['a PDF', new TextEncoder().encode('%PDF-1.7\n'), 'PDF'],
  ['a web page', new TextEncoder().encode('<!DOCTYPE html><html><table>'), 'web page'],
])(
  'a file that is not a text table is refused, and the message names the format: %s',
  async (_, body, words) => {
    const [status, message] = await refused(body)
    expect(status).toBe(400)
    expect(message).toContain(words)
    expect(message).toContain('CSV')
  },
)
