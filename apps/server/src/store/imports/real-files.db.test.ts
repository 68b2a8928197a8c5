import { type Import, importSchema } from '@stockcast/contract'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { newForEachTest, withTestApp } from '../../testing/index.ts'
import { insertCatalog } from '../../testing/insert-catalog.ts'
import { applyImport } from './apply/apply-import.task.ts'
import { checkImport } from './check-import.task.ts'

const app = withTestApp(() => ({ now: '2026-11-26T12:00:00Z' }))

const shop = newForEachTest(() => app.signUp())

const signal = new AbortController().signal

async function checked(
  kind: Import['kind'],
  lines: readonly string[] | Uint8Array<ArrayBuffer>,
): Promise<Import> {
  const body = lines instanceof Uint8Array ? lines : lines.join('\n')
  const sent = await shop.request(`/api/imports?kind=${kind}&fileName=file.csv`, { method: 'POST', body })
  const { id } = importSchema.parse(await sent.json())
  await checkImport(app.kernel, { merchantId: shop.merchantId, importId: id }, signal)
  return importSchema.parse(await shop.ask(`/api/imports/${id}`))
}

async function imported(...args: Parameters<typeof checked>): Promise<Import> {
  const ready = await checked(...args)
  expect([ready.status, ready.faults, ready.message]).toEqual(['ready', ready.faults, null])
  await shop.request(`/api/imports/${ready.id}/apply`, { method: 'POST' })
  await applyImport(app.kernel, { merchantId: shop.merchantId, importId: ready.id })
  return ready
}

/** Returns the stored products by SKU. */
async function products(): Promise<Record<string, object>> {
  const { merchantId } = shop
  const rows = await shop.rows(sql<{ sku: string | null }>`
      select v.sku, v.title, p.vendor, p.status, v.price::float8 as price, v.barcode, v.unit_cost_minor as cost, v.is_tracked as tracked,
        (select sum(l.available)::int from inventory_levels l where l.merchant_id = ${merchantId} and l.variant_id = v.variant_id) as stock,
        (select count(*)::int from inventory_levels l where l.merchant_id = ${merchantId} and l.variant_id = v.variant_id) as places
      from variants v join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
      where v.merchant_id = ${merchantId}`)
  return Object.fromEntries(rows.map(({ sku, ...row }) => [sku ?? '', row]))
}

/** Returns the imported units by day, of all products. */
async function salesByDay(): Promise<Record<string, number>> {
  const rows = await shop.rows(sql<{ day: string; units: number }>`
      select day::text as day, sum(units)::int as units from order_lines
      where merchant_id = ${shop.merchantId} and order_id < 0 group by day order by day`)
  return Object.fromEntries(rows.map(({ day, units }) => [day, units]))
}

const reasons = ({ faults }: Import) => faults.map(({ reason }) => reason)

describe('the numbers of a file of the shop', () => {
  it('with thousands separators are thousands if the file allows only one meaning', async () => {
    await imported('products', [
      'product,sku,stock',
      'Mug,MUG-1,"1,000"',
      'Jar,JAR-1,"2.000"',
      'Cup,CUP-1,12',
    ])
    expect(await products()).toMatchObject({
      'MUG-1': { stock: 1000 },
      'JAR-1': { stock: 2000 },
      'CUP-1': { stock: 12 },
    })
    await imported('sales', [
      'sku,day,units',
      'MUG-1,2026-11-01,"2,000"',
      'MUG-1,2026-11-02,1.000',
      'MUG-1,2026-11-03,"1,250"',
    ])
    expect(await salesByDay()).toEqual({ '2026-11-01': 2000, '2026-11-02': 1000, '2026-11-03': 1250 })
  })

  it.each([
    [['sku,day,units', 'A,2026-11-01,1.000', 'A,2026-11-02,2.000'], 'can mean 1 or 1000'],
    [
      ['sku,day,units', 'A,01/11/2026,1', 'A,02/11/2026,2', 'A,05/05/2026,2'],
      'can mean 2026-11-01 or 2026-01-11',
    ],
    [['sku,01/11/2026,02/11/2026', 'A,3,4'], 'can mean 2026-11-01 or 2026-01-11'],
  ])('in %j are asked for, and nothing is imported', async (lines, words) => {
    const asked = await checked('sales', lines)
    expect(asked.status).toBe('faulty')
    expect(reasons(asked)[0]).toContain(words)
  })
})

describe('the days of a file of sales', () => {
  it('are read in all common forms', async () => {
    await imported('sales', [
      'sku,day,units',
      'MUG-1,25/11/2026,5',
      'MUG-1,24.11.2026,1',
      'MUG-1,2026/11/23,1',
      'MUG-1,22 Nov 2026,1',
      'MUG-1,2026-11-20 00:00:00,4',
      'MUG-1,01/11/2026,2',
    ])
    expect(await salesByDay()).toEqual({
      '2026-11-01': 2,
      '2026-11-20': 4,
      '2026-11-22': 1,
      '2026-11-23': 1,
      '2026-11-24': 1,
      '2026-11-25': 5,
    })
  })

  it('may be columns, in the order that one of them shows', async () => {
    await imported('sales', ['sku,01/11/2026,02/11/2026,25/11/2026', 'MUG-1,3,4,5'])
    expect(await salesByDay()).toEqual({ '2026-11-01': 3, '2026-11-02': 4, '2026-11-25': 5 })
  })
})

describe('units that came back', () => {
  it('are left out and counted, and the sale stays', async () => {
    const { totals } = await imported('sales', [
      'sku,day,units',
      'MUG-1,2026-11-03,5',
      'MUG-1,2026-11-03,-1',
      'MUG-1,2026-11-04,(2)',
    ])
    expect(totals).toMatchObject({ units: 5, returned: 3 })
    expect(await salesByDay()).toEqual({ '2026-11-03': 5 })
  })

  it.each(['2-', '−2', '( 2 )', '-2.0', '-2 pcs', '-２'])('are left out and counted as %s', async (cell) => {
    const rows = ['MUG-1,2026-11-03,5', `MUG-1,2026-11-03,${cell}`]
    const { totals } = await imported('sales', ['sku,day,units', ...rows])
    expect(totals).toMatchObject({ units: 5, returned: 2, rowsLeftOut: 0 })
  })
})

describe('what spreadsheets write around a table of the shop', () => {
  it.each<[string, string[]]>([
    ['the separator', ['sep=;', 'sku;day;units', 'MUG-1;2026-11-03;5']],
    ['a title', ['Sales report', '', 'sku;day;units', 'MUG-1;2026-11-03;5']],
    ['totals', ['sku,day,units', 'MUG-1,2026-11-03,5', 'Total,,5']],
    [
      'totals of a pivot table',
      ['sku,day,units', 'MUG-1,2026-11-03,5', 'MUG-1 Total,,5', 'Gesamtergebnis,,5'],
    ],
    ['French heads', ['Référence;Date;Quantité', 'MUG-1;03.11.2026;5']],
    ['Spanish heads', ['Referencia;Fecha;Cantidad', 'MUG-1;03.11.2026;5']],
    ['codes as text', ['sku,day,units', '="MUG-1",2026-11-03,5']],
    ['an apostrophe', ['sku,day,units', "'MUG-1,2026-11-03,'5"]],
    ['invisible signs', ['\ufeffsku,day,units', '\u200bMUG-1\u00a0,2026-11-03, 5']],
    ['marks at heads', ['SKU *,Day:,Units (required)', 'MUG-1,2026-11-03,5']],
    ['the tab as separator', ['sep=\t', 'sku\tday\tunits', 'MUG-1\t2026-11-03\t5']],
    ['separators behind', ['sku,,day,units,,', 'MUG-1,,2026-11-03,5,,', ',,,,,']],
    [
      'totals of parts',
      ['day,sku,units', '2026-11-03,MUG-1,5', 'Total for November,,5', 'Total (1 items),,5'],
    ],
    ['the head again', ['sku,day,units', 'MUG-1,2026-11-03,5', 'sku,day,units']],
    ['rows quoted as a whole', ['"sku,day,units"', '"MUG-1,2026-11-03,5"']],
    ['another case', ['SKU,Day,Units', 'mug-1,2026-11-03,5']],
    ['another dash', ['SKU,Day,Units', 'MUG–1,2026-11-03,5']],
    ['units behind heads', ['SKU,Day,Units (pcs)', 'MUG-1,2026-11-03,5 pcs']],
    ['an inch sign', ['sku,name,day,units', 'MUG-1,12" Mug,2026-11-03,5']],
  ])('is tolerated: %s', async (_, lines) => {
    await imported('products', ['product,sku,stock', 'Mug,MUG-1,7'])
    const { totals, faults } = await imported('sales', lines)
    expect([faults, totals.unknownSkus]).toEqual([[], 0])
    expect(await salesByDay()).toEqual({ '2026-11-03': 5 })
  })

  it('reports a code that a spreadsheet has shortened', async () => {
    const file = await checked('products', ['product,sku,stock', 'Mug,4.00638E+12,7', 'Cup,CUP-1,3'])
    expect(reasons(file)).toEqual([expect.stringContaining('shortened by a spreadsheet')])
  })

  it('a workbook is read', async () => {
    const rows = [
      ['product', 'sku', 'stock', 'cost', 'price'],
      ['Mug', 'MUG-1', 1250, 7.351, 19.9],
    ]
    await imported('products', new Uint8Array(await writeXlsx({ sheets: [{ name: 'Stock', rows }] })))
    expect(await products()).toMatchObject({ 'MUG-1': { stock: 1250, cost: 735, price: 19.9 } })
  })
})

describe('the letters of a file that is not Unicode', () => {
  // Mac Roman has é, è and ç at 8e, 8f and 8d; Windows-1250 has ż, ó, ł and Ł at bf, f3, b3 and a3.
  it.each<[string, string, string[]]>([
    ['macintosh', 'Th\x8ei\x8fre,T-1,5\rGar\x8don,G-1,3', ['Garçon', 'Théière']],
    ['windows-1250', 'Kubek \xbf\xf3\xb3ty,K-1,5\r\n\xa3y\xbfka,L-1,3', ['Kubek żółty', 'Łyżka']],
    ['windows-1252', 'Caf\xe9,C-1,5\r\nTh\xe9,T-1,3', ['Café', 'Thé']],
  ])('are those of %s', async (encoding, rows, titles) => {
    const file = new Uint8Array(Buffer.from(`product,sku,stock\n${rows}\n`, 'latin1'))
    const read = await imported('products', file)
    expect(read.encoding).toBe(encoding)
    const stored = Object.values(await products()).map((product) => ({ title: '', ...product }).title)
    expect(stored.toSorted()).toEqual(titles)
  })

  it.each([
    ['could be of several languages', 'Kubek ma\xb3y,K-1,5'],
    ['are Chinese in an older encoding', '\xc2\xed\xbf\xcb\xb1\xad,M-1,5'],
    ['are UTF-8 but for a few', 'Caf\xc3\xa9,C-1,5\nTh\xc3\xa9,T-1,3\n\xe9,E-1,2'],
  ])('that %s are not guessed: the file is refused with what to save it as', async (_, rows) => {
    const file = new Uint8Array(Buffer.from(`product,sku,stock\n${rows}\n`, 'latin1'))
    const { status, message } = await checked('products', file)
    expect([status, message]).toEqual(['failed', expect.stringContaining('save it as “CSV UTF-8”')])
  })
})

describe('files as other systems and countries write them', () => {
  it.each<[string, string[]]>([
    [
      'Polish heads and a total',
      ['Nazwa produktu;Kod produktu;Stan magazynowy;Cena', 'Mug;MUG-1;5;12,50', 'Razem;;5;'],
    ],
    ['Danish heads', ['Produktnavn;Varenummer;Lagerbeholdning;Pris', 'Mug;MUG-1;5;12,50']],
    ['German heads', ['Artikelname;Artikel-Nr.;Lagerbestand;VK brutto', 'Mug;MUG-1;5;12,50']],
    ['two rows of heads', ['Item,,Stock,Money', 'product,sku,available,price', 'Mug,MUG-1,5,12.50']],
    [
      'totals with dashes',
      ['product,sku,stock,price', 'Mug,MUG-1,5,12.50', '--- Subtotal ---,,5,', '*** TOTAL ***,,5,'],
    ],
    ['zero characters', ['product,sku,stock,price', 'Mug\0,MUG-1\0,5\0,12.50\0', '\u001a']],
    ['marks inside the file', ['product,sku,stock,price', '\ufeffMug,\ufeffMUG-1,\ufeff5,12.50']],
    ['the sign of the currency behind', ['product,sku,stock,price', 'Mug,MUG-1,5,12.50$']],
    ['line breaks in quotes', ['product,sku,stock,price', '"Mug\r\n",MUG-1,5,12.50']],
    ['signs of web pages', ['product,sku,stock,price', 'Mug&nbsp;,MUG-1,5,12.50']],
    ['separators behind the rows', ['product,sku,stock,price', 'Mug,MUG-1,5,12.50,,']],
    [
      'a report above',
      ['Report: Stock', 'Day: 2026-11-20', '', 'product,sku,stock,price', 'Mug,MUG-1,5,12.50'],
    ],
  ])('are read alike: %s', async (_, lines) => {
    const { faults } = await imported('products', lines)
    expect(faults).toEqual([])
    expect(await products()).toEqual({
      'MUG-1': expect.objectContaining({ title: 'Mug', stock: 5, price: 12.5 }),
    })
  })

  it.each<[string, string[], string]>([
    [
      'a row of units',
      ['product,sku,stock,price', ',,pcs,EUR', 'Mug,MUG-1,5,12.50'],
      '“pcs” is not a whole number',
    ],
    [
      'an error of a formula',
      ['product,sku,stock', 'Jar,J-1,#REF!', 'Mug,MUG-1,5'],
      '“#REF!” is not a whole number',
    ],
    ['a percentage', ['product,sku,stock', 'Jar,J-1,50%', 'Mug,MUG-1,5'], '“50%” is not a whole number'],
    ['square brackets', ['product,sku,stock', 'Jar,J-1,[3]', 'Mug,MUG-1,5'], '“[3]” is not a whole number'],
  ])('leave out and name %s, and the rest goes in', async (_, lines, reason) => {
    expect(reasons(await imported('products', lines))).toContain(reason)
    expect(Object.keys(await products())).toEqual(['MUG-1'])
  })

  it('name a code that a workbook has cut after 15 digits', async () => {
    const rows = [
      ['product', 'sku', 'stock'],
      ['Jar', 1.2345678901234567e19, 3],
    ]
    const file = new Uint8Array(await writeXlsx({ sheets: [{ name: 'Stock', rows }] }))
    expect(reasons(await checked('products', file))[0]).toContain('was shortened by a spreadsheet')
  })

  it.each<[string, string[]]>([
    ['years of two digits first', ['sku,day,units', 'MUG-1,26-11-03,5', 'MUG-1,26-11-20,0']],
    ['the same with slashes', ['sku,day,units', 'MUG-1,26/11/03,5', 'MUG-1,26/11/20,0']],
    ['weekdays', ['sku;Datum;Menge', 'MUG-1;Di., 03.11.2026;5']],
    ['spaces in days', ['sku;Datum;Menge', 'MUG-1;3. 11. 2026;5']],
    ['hours from UTC alone', ['sku,day,units', 'MUG-1,2026-11-02T23:30-08,5']],
    ['Polish heads', ['SKU;Data sprzedaży;Ilość', 'MUG-1;3 listopada 2026;5']],
    ['Swedish heads', ['Artikelnummer;Datum;Antal', 'MUG-1;2026-11-03;5']],
    [
      'refunds as a kind',
      ['Transaction type,sku,day,quantity', 'Order,MUG-1,2026-11-03,5', 'Refund,MUG-1,2026-11-04,2'],
    ],
    ['refunds as a type', ['type,sku,day,quantity', 'Sale,MUG-1,2026-11-03,5', 'Refund,MUG-1,2026-11-04,2']],
    ['types of products', ['type,sku,day,quantity', 'Shirt,MUG-1,2026-11-03,5']],
  ])('have the sales of their days: %s', async (_, lines) => {
    const { faults, totals } = await imported('sales', lines)
    expect([faults, totals.returned]).toEqual([[], lines.join().includes('Refund') ? 2 : 0])
    expect(await salesByDay()).toEqual({ '2026-11-03': 5 })
  })

  it('with a single date such as 26-11-20 are refused, because the year is unclear', async () => {
    const file = await checked('sales', ['sku,day,units', 'MUG-1,26-11-20,5'])
    expect([file.status, reasons(file)[0]]).toEqual([
      'faulty',
      expect.stringContaining('2026-11-20 or 2020-11-26'),
    ])
  })
})

it.each<[string, Buffer]>([
  ['UTF-16 of Excel', Buffer.from('\ufeffsku\tday\tunits\nMUG-1\t2026-11-03\t5\n', 'utf16le')],
  ['UTF-16 without a mark', Buffer.from('sku\tday\tunits\nMUG-1\t2026-11-03\t5\n', 'utf16le')],
  ['UTF-16, big-endian', Buffer.from('\ufeffsku,day,units\nMUG-1,2026-11-03,5\n', 'utf16le').swap16()],
  ['UTF-8 with a mark', Buffer.from('\ufeffsep=;\r\nsku;day;units\r\nMUG-1;2026-11-03;5\r\n')],
  ['lines of an old Mac', Buffer.from('sku,day,units\rMUG-1,2026-11-03,5\r')],
])('the encoding of a file is found: %s', async (_, file) => {
  await imported('sales', new Uint8Array(file))
  expect(await salesByDay()).toEqual({ '2026-11-03': 5 })
})

describe('the sheets of a workbook', () => {
  const table = [
    ['SKU', 'Date', 'Qty'],
    ['MUG-1', new Date('2026-11-03T00:00:00Z'), 5],
  ]
  it.each<[string, { name: string; rows: (string | number | Date | null)[][] }[]]>([
    [
      'behind a cover page',
      [
        { name: 'Cover', rows: [['My report']] },
        { name: 'Data', rows: table },
      ],
    ],
    [
      'behind a page of names and values',
      [
        {
          name: 'About',
          rows: [
            ['Report', 'Sales'],
            ['From', 'November'],
            ['To', 'December'],
          ],
        },
        { name: 'Data', rows: table },
      ],
    ],
    ['below a title', [{ name: 'Data', rows: [['Sales report', null, null], [null, null, null], ...table] }]],
    [
      'before another one',
      [
        { name: 'Data', rows: table },
        {
          name: 'Notes',
          rows: [
            ['a', 'b', 'c', 'd'],
            ['e', 'f', 'g', 'h'],
          ],
        },
      ],
    ],
    [
      'with days as numbers',
      [
        {
          name: 'Data',
          rows: [
            ['SKU', 'Date', 'Qty'],
            ['MUG-1', 46_329, '5'],
          ],
        },
      ],
    ],
  ])('are read where the table is: %s', async (_, sheets) => {
    const { preview } = await imported('sales', new Uint8Array(await writeXlsx({ sheets })))
    expect(await salesByDay()).toEqual({ '2026-11-03': 5 })
    const others = sheets.map(({ name }) => name).filter((name) => name !== 'Data')
    expect(preview.sheet).toEqual(others.length === 0 ? null : { name: 'Data', others })
  })
})

describe('an order of a file of sales', () => {
  it.each([
    ['Completed', 2],
    ['wc-completed', 2],
    ['On hold', 2],
    ['', 2],
    ['wc-cancelled', 0],
    ['Voided', 0],
    ['Refunded', 0],
    ['Draft', 0],
    ['Annulée', 0],
    ['Remboursé', 0],
    ['Cancelado', 0],
    ['Livrée', 2],
    ['Bezahlt', 2],
  ])('that is %s counts %i units', async (status, units) => {
    const rows = [`1,${status},2026-11-03,MUG-1,2`, '2,Completed,2026-11-03,MUG-1,1']
    await imported('sales', ['Order Number,Order Status,Order Date,SKU,Quantity', ...rows])
    expect(await salesByDay()).toEqual({ '2026-11-03': units + 1 })
  })

  it('with an unknown status is reported, and the other orders are imported', async () => {
    const rows = ['1,Frobbed,2026-11-03,MUG-1,2', '2,Completed,2026-11-03,MUG-1,1']
    const file = await imported('sales', ['Order Number,Order Status,Order Date,SKU,Quantity', ...rows])
    expect(reasons(file)).toEqual([expect.stringContaining('“Frobbed” is no known status')])
    expect(await salesByDay()).toEqual({ '2026-11-03': 1 })
  })
})

describe('SKUs that people take for one', () => {
  it('are one product in files of sales and of stock, whichever comes first, and keep the text of the first', async () => {
    await imported('sales', ['sku,day,units', 'mug-1,2026-11-03,5', 'MUG–1,2026-11-03,1'])
    await imported('products', ['product,sku,stock', 'Mug,MUG-1,20'])
    await imported('products', ['product,sku,stock', "Mug,'mug-1,18"])
    const { totals } = await imported('sales', ['sku,day,units', ' MUG-1\u200b,2026-11-04,2'])
    expect(totals.unknownSkus).toBe(0)
    expect(await products()).toMatchObject({ 'MUG-1': { stock: 18 } })
    expect(Object.keys(await products())).toEqual(['MUG-1'])
    expect(await salesByDay()).toEqual({ '2026-11-03': 6, '2026-11-04': 2 })
  })

  it.each([
    '4.00638E+12',
    '#N/A',
    'n/a',
    '-',
    '(blank)',
    '3-Dec',
    'Mar-05',
    '1.23e+11',
    '03. Dez',
    'déc-05',
    '12/3/2026',
  ])('reports %s as a SKU that a spreadsheet has changed', async (sku) => {
    const { faults } = await imported('sales', ['sku,day,units', `${sku},2026-11-03,5`, 'A,2026-11-03,1'])
    expect(faults).toMatchObject([{ line: 2, column: 'sku' }])
  })
})

it('codes that a spreadsheet has turned into days or numbers are reported, unless the store has a product with that SKU', async () => {
  const variants = ['3-Dec', '1.23E+11'].map((sku) => ({ title: sku, sku }))
  const { merchantId } = shop
  await insertCatalog(app.kernel, { merchantId, variants })
  const sales = ['sku,day,units', '3-Dec,2026-11-03,5', '1.23E+11,2026-11-03,2', '4-Dec,2026-11-03,1']
  const { faults } = await imported('sales', sales)
  expect(faults).toEqual([
    { line: 4, column: 'sku', reason: expect.stringContaining('was turned into a date by a spreadsheet') },
  ])
  expect(await salesByDay()).toEqual({ '2026-11-03': 7 })
})

describe('two columns of the shop that could be meant', () => {
  it.each<[Import['kind'], string, string]>([
    ['products', 'product,sku,stock,available', '“stock” and “available” can both be'],
    ['products', 'product,sku,quantity,qty', '“quantity” and “qty” can both be'],
    ['sales', 'sku,day,units,sold', '“units” and “sold” can both be'],
    ['sales', 'sku,date,order date,qty', '“date” and “order date” can both be'],
    ['sales', 'sku,day,quantity,quantity', 'this column appears twice'],
  ])('are asked for in a file of %s: %s', async (kind, head, reason) => {
    const file = await checked(kind, [head, 'A,B,5,6'])
    expect([file.status, reasons(file)]).toEqual(['faulty', [expect.stringContaining(reason)]])
  })

  it('are left out and marked if neither is needed', async () => {
    const { columns } = await imported('products', ['product,sku,stock,cost,cost price', 'Mug,A,5,1,2'])
    expect(columns.slice(3)).toMatchObject([
      { header: 'cost', field: null, mayBe: 'cost' },
      { header: 'cost price', field: null, mayBe: 'cost' },
    ])
    expect(await products()).toMatchObject({ A: { cost: null } })
  })

  it.each<[string, string[], object]>([
    ['a plainer name', ['item,name,sku,stock', '17,Mug,A,5'], { title: 'Mug' }],
    ['a cost of a unit', ['product,sku,stock,unit cost,cost', 'Mug,A,5,2,10'], { cost: 200 }],
    ['a currency behind it', ['product,sku,stock,Price (USD)', 'Mug,A,5,9.50'], { price: 9.5 }],
    ['nothing else for stock', ['product,sku,on hand', 'Mug,A,5'], { stock: 5 }],
  ])('are distinguished by %s', async (_, lines, expected) => {
    await imported('products', lines)
    expect(await products()).toMatchObject({ A: expected })
  })
})

describe('rows of a file of the shop that are left out', () => {
  it('are given with their cells and reasons, for a file to mend', async () => {
    const { leftOut } = await checked('sales', [
      'sku,day,units,note',
      'A,2026-11-03,5,fine',
      ',2026-11-03,x,"red, blue"',
    ])
    expect(leftOut).toEqual({
      heads: ['sku', 'day', 'units', 'note'],
      rows: [
        {
          line: 3,
          cells: ['', '2026-11-03', 'x', 'red, blue'],
          reason: 'sku is empty; units “x” is not a whole number',
        },
      ],
    })
  })

  it('of exported orders keep nothing about the buyer', async () => {
    const { leftOut } = await checked('sales', [
      'Name,Email,Created at,Lineitem quantity,Lineitem name,Lineitem sku,Cancelled at',
      '#1,ann@example.com,2026-11-20 10:00:00 +0000,many,Mug,MUG-1,',
    ])
    expect(leftOut.rows[0]?.cells).toEqual([
      '#1',
      '',
      '2026-11-20 10:00:00 +0000',
      'many',
      'Mug',
      'MUG-1',
      '',
    ])
  })
})

it('our own exports of the products change nothing when they come back', async () => {
  await imported('products', [
    'product,variant,sku,stock,price,cost',
    'Tee,S,TEE-S,12,19.90,7.35',
    'Tee,M,TEE-M,-3,19.90,7.35',
    'Mug,,MUG-1,40,9.50,',
  ])
  const before = await products()
  for (const path of ['/api/products/export.csv', '/api/products/export.xlsx']) {
    const file = new Uint8Array(await (await shop.request(path)).arrayBuffer())
    const { faults, totals } = await imported('products', file)
    expect([faults, totals.newSkus, totals.changedSkus]).toEqual([[], 0, 0])
  }
  expect(await products()).toEqual(before)
})

it('V-01 the tags of a file are those of all variants of a product, and stay if a file has none', async () => {
  const tags = async () =>
    (await shop.rows(sql<{ tags: string }>`select tags from products order by title`)).map((row) => row.tags)
  const head =
    'Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Status'
  const long = Array.from({ length: 250 }, (_, n) => `${n}${'x'.repeat(200)}`).join(', ')
  const { faults } = await imported('products', [
    head,
    'a,Alpha,Altura,"Summer,  Gift idea, summer",Size,S,A-S,shopify,5,9.90,active',
    'a,,,,Size,M,A-M,shopify,5,9.90,active',
    'b,Beta,Altura,,Title,Default Title,B-1,shopify,7,9.90,active',
    `c,Gamma,Altura,"${long}",Title,Default Title,C-1,shopify,3,9.90,active`,
  ])
  expect(faults).toEqual([])
  const [alpha, beta, gamma] = await tags()
  expect([alpha, beta]).toEqual(['Summer\nGift idea', ''])
  expect(gamma!.split('\n')).toHaveLength(250)
  await imported('products', ['product,sku,stock', 'Beta,B-1,9'])
  expect(await tags()).toEqual([alpha, beta, gamma])
})

describe('one SKU of two products', () => {
  it('is named, and the others go in', async () => {
    const head =
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Status'
    const file = await imported('products', [
      head,
      'a,Alpha,Title,Default Title,SAME-1,shopify,5,deny,9.90,active',
      'b,Beta,Title,Default Title,SAME-1,shopify,7,deny,9.90,active',
      'c,Gamma,Title,Default Title,C-1,shopify,3,deny,9.90,active',
    ])
    expect(file.faults).toMatchObject([
      { line: 2, reason: expect.stringContaining('“SAME-1” is also on line 3') },
      { line: 3, reason: expect.stringContaining('“SAME-1” is also on line 2') },
    ])
    expect(file.totals).toMatchObject({ rowsLeftOut: 2, newSkus: 1 })
    expect(Object.keys(await products())).toEqual(['C-1'])
  })

  it.each<[string, string[], string[]]>([
    ['that differ in case alone', ['Mug,AB-1,5', 'Cup,ab-1,6', 'Jar,C,1'], ['C']],
    ['that differ in an invisible sign', ['Mug,AB-1,5', 'Cup,AB-1\u200b,6', 'Jar,C,1'], ['C']],
    ['of which one has an apostrophe', ['Mug,7,5', "Cup,'7,6", 'Jar,C,1'], ['C']],
    ['on two shelves', ['Mug,A,5', 'Mug,A,7', 'Jar,C,1'], ['C']],
    ['that differ in zeros before them stay two', ['Mug,007,5', 'Cup,7,6'], ['007', '7']],
    ['whose row stands twice as it is', ['Mug,A,5', 'Mug,A,5', 'Jar,C,1'], ['A', 'C']],
  ])('or SKUs %s: only what is clear is stored', async (_, rows, skus) => {
    await imported('products', ['product,sku,stock', ...rows])
    expect(Object.keys(await products()).sort()).toEqual(skus)
  })
})

it('a renamed SKU leaves the old variant, which is archived alone, and stays archived until it is active again', async () => {
  await imported('products', ['product,sku,stock', 'Mug,MUG-1,20'])
  await imported('products', ['product,sku,stock', 'Mug,MUG-NEW,18'])
  await imported('products', ['product,sku,stock,status', 'Mug,MUG-1,0,archived'])
  expect(await products()).toMatchObject({
    'MUG-1': { status: 'archived' },
    'MUG-NEW': { status: 'active' },
  })
  await imported('products', ['product,sku,stock', 'Mug,MUG-1,3', 'Mug,MUG-NEW,18'])
  expect(await products()).toMatchObject({
    'MUG-1': { status: 'archived', stock: 3 },
    'MUG-NEW': { status: 'active' },
  })
  await imported('products', ['product,sku,stock,status', 'Mug,MUG-1,3,active'])
  expect(await products()).toMatchObject({ 'MUG-1': { status: 'active' }, 'MUG-NEW': { status: 'active' } })
})

describe('the old SKU of a renamed one', () => {
  const [old, fresh, put] = ['Mug,MUG-1,20,active', 'Mug,MUG-NEW,18,active', 'Mug,MUG-1,0,archived']
  it.each<[string, string[][]]>([
    ['in the file that brings the new one', [[old], [put, fresh]]],
    ['behind the new one', [[old], [fresh, put]]],
    ['in another word', [[old], [fresh], ['Mug,MUG-1,0,discontinued']]],
    ['in other letters', [[old], [fresh], ['Mug,mug-1,0,Archived']]],
    ['twice', [[old], [fresh], [put], [put]]],
    ['with a new name', [[old], ['New mug,MUG-NEW,18,active'], [put]]],
  ])('is archived alone %s', async (_, files) => {
    for (const rows of files) await imported('products', ['product,sku,stock,status', ...rows])
    expect(await products()).toMatchObject({
      'MUG-1': { status: 'archived' },
      'MUG-NEW': { status: 'active', stock: 18 },
    })
  })
})

it('a product that is called Total is not a total', async () => {
  const { faults } = await imported('products', [
    'product,sku,stock',
    'Total,TOT-1,12',
    'Sum,SUM-1,4',
    'Total,,16',
  ])
  expect(faults).toEqual([])
  expect(Object.keys(await products()).sort()).toEqual(['SUM-1', 'TOT-1'])
})

describe('exports of other programs', () => {
  it.each<[string, string[], Record<string, object>]>([
    [
      'Shopify products, with cost and barcode',
      [
        'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Barcode,Cost per item,Status',
        'tee,Plain Tee,Northwind,Size,S,TEE-S,shopify,12,deny,19.90,4006381333931,7.35,active',
      ],
      { 'TEE-S': { stock: 12, barcode: '4006381333931', cost: 735, price: 19.9, vendor: 'Northwind' } },
    ],
    [
      'Shopify products of 2025',
      [
        'Title,URL handle,Vendor,Product category,Type,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Cost per item,Inventory tracker,Inventory quantity,Continue selling when out of stock',
        'Mug,mug,Northwind,,Kitchen,TRUE,Active,MUG-1,4006381333931,Title,Default Title,9.50,3.10,shopify,40,DENY',
      ],
      {
        'MUG-1': { stock: 40, places: 1, barcode: '4006381333931', cost: 310, price: 9.5, status: 'active' },
      },
    ],
    [
      'WooCommerce products that are not counted, or not public',
      [
        'ID,Type,SKU,Name,Published,"In stock?",Stock,"Regular price"',
        '1,simple,DIG,Digital,1,1,,5',
        '2,"simple, virtual",VIR,Virtual,1,1,,5',
        '3,simple,DR,Draft,-1,1,3,5',
      ],
      {
        DIG: { tracked: false, stock: null, status: 'active' },
        VIR: { tracked: false, stock: null },
        DR: { stock: 3, status: 'draft' },
      },
    ],
    [
      'Lightspeed products that are inactive',
      ['id,handle,sku,name,active,inventory_Main', 'u1,mug,MUG-1,Mug,0,40', 'u2,cup,CUP-1,Cup,1,5'],
      { 'MUG-1': { status: 'archived' }, 'CUP-1': { status: 'active', stock: 5 } },
    ],
    [
      'Shopify products without quantities: stock is unknown',
      [
        'Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Policy,Variant Price,Status',
        'tee,Plain Tee,Northwind,Size,S,TEE-S,shopify,deny,19.90,active',
      ],
      { 'TEE-S': { stock: null, places: 0, tracked: true } },
    ],
    [
      'Shopify inventory, one column for each location',
      [
        'Handle,Title,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,SKU,HS Code,COO,Berlin,Munich',
        'mug,Mug,Title,Default Title,,,,,MUG-1,,,40,25',
        'cup,Cup,Title,Default Title,,,,,CUP-1,,,not stocked,5',
      ],
      { 'MUG-1': { stock: 65, places: 2 }, 'CUP-1': { stock: 5, places: 1 } },
    ],
    [
      'Shopify inventory with a column that adds up its locations',
      [
        'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Berlin,Munich,Total',
        'mug,Mug,Title,Default Title,MUG-1,,,40,25,65',
      ],
      { 'MUG-1': { stock: 65, places: 2 } },
    ],
    [
      'Shopify inventory, all states',
      [
        'Handle,Title,Option1 Name,Option1 Value,SKU,HS Code,COO,Location,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)',
        'mug,Mug,Title,Default Title,MUG-1,,,Berlin,5,0,2,40,42,',
        'mug,Mug,Title,Default Title,MUG-1,,,Munich,0,0,0,25,25,',
      ],
      { 'MUG-1': { stock: 65, places: 2 } },
    ],
    [
      'WooCommerce products',
      [
        'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","In stock?",Stock,"Regular price",Parent',
        '10,variable,TEE,,Tee,1,0,1,,,',
        '11,variation,TEE-S,4006381333931,Tee - S,1,0,1,12,19.90,TEE',
        '12,simple,MUG-1,,Mug,1,0,1,"1,250",9.5,',
      ],
      { 'TEE-S': { stock: 12, price: 19.9, barcode: '4006381333931' }, 'MUG-1': { stock: 1250 } },
    ],
    [
      'Square items',
      [
        'Token,Item Name,Variation Name,SKU,Description,Category,Price,Current Quantity Main St,Current Quantity Airport,Stock Alert Enabled Main St,Default Unit Cost,Default Vendor Name,GTIN',
        'T1,Mug,Blue,MUG-1,,Kitchen,9.50,40,25,N,3.10,Northwind,4006381333931',
      ],
      { 'MUG-1': { title: 'Mug, Blue', stock: 65, places: 2, price: 9.5, cost: 310, vendor: 'Northwind' } },
    ],
    [
      'Lightspeed products',
      [
        'id,handle,sku,name,variant_option_one_name,variant_option_one_value,supply_price,retail_price,brand_name,supplier_name,active,track_inventory,inventory_Main,inventory_Outlet,reorder_point_Main',
        'u1,mug,MUG-1,Mug,Colour,Blue,3.10,9.50,Northwind,Altura,1,1,40,25,5',
      ],
      { 'MUG-1': { title: 'Mug, Blue', stock: 65, places: 2, price: 9.5, cost: 310, vendor: 'Altura' } },
    ],
    [
      'Amazon inventory',
      ['seller-sku\tasin1\titem-name\tprice\tquantity', 'MUG-1\tB00X\tMug, 12 oz\t9.50\t40'],
      { 'MUG-1': { title: 'Mug, 12 oz', stock: 40, price: 9.5 } },
    ],
    [
      'Amazon FBA inventory',
      [
        'sku,fnsku,asin,product-name,condition,your-price,afn-warehouse-quantity,afn-fulfillable-quantity,afn-unsellable-quantity',
        'MUG-1,X1,B00X,Mug,New,9.50,45,40,5',
      ],
      { 'MUG-1': { stock: 40, price: 9.5 } },
    ],
    [
      'QuickBooks products and services',
      [
        'Product/Service Name,Item type,SKU,Sales Description,Sales Price / Rate,Purchase Cost,Quantity On Hand,Reorder Point',
        'Mug,Inventory,MUG-1,,9.50,3.10,40,5',
        'Gift wrap,Service,WRAP,,2.00,,,',
      ],
      { 'MUG-1': { stock: 40, cost: 310 }, WRAP: { tracked: false, stock: null } },
    ],
  ])('%s', async (_, lines, expected) => {
    const { faults } = await imported('products', lines)
    expect(faults).toEqual([])
    const stored = await products()
    expect(stored).toMatchObject(expected)
    expect(Object.keys(stored).sort()).toEqual(Object.keys(expected).sort())
  })

  it('WooCommerce orders by item count unless they are cancelled', async () => {
    await imported('sales', [
      'Order Number,Order Status,Order Date,SKU,Item Name,Quantity (- Refund),Item Cost',
      '1001,Completed,2026-11-03 10:15,MUG-1,Mug,2,9.50',
      '1002,Cancelled,2026-11-03 11:15,MUG-1,Mug,7,9.50',
      '1003,Processing,2026-11-04 09:00,MUG-1,Mug,1,9.50',
    ])
    expect(await salesByDay()).toEqual({ '2026-11-03': 2, '2026-11-04': 1 })
  })
})
