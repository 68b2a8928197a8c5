import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { inCasesAsync } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dayFromEpoch, epochDay } from '../../../kernel/calendar.ts'
import { getQuota, type ImportQuota } from '../../../kernel/quotas/quotas.ts'
import { type Encoding, NotUtf8 } from '../../../providers/files/text-of.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { type CheckedFile, checkFile } from './check-file.ts'
import type { SalesRules } from './check-sales.ts'
import { importedId, variantKey } from './item-ids.ts'
import type { Item } from './item-rows.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let path: string

beforeAll(async () => {
  folder = await temporaryFolder()
  path = join(folder.path, 'file.csv')
})

afterAll(async () => {
  await folder?.remove()
})

const context = { today: epochDay('2026-11-20'), timeZone: 'America/New_York', currency: 'USD' }
const openRules: SalesRules = { catalogue: [], isForStore: false, firstStoreDay: null, keepsZeros: true }

interface Checked extends CheckedFile {
  /** Units by SKU and day, added up. */
  sales: Record<string, number>
  items: Item[]
  chunks: number
  statedBytes: number[]
}

async function check(
  kind: 'products' | 'sales',
  content: string | Uint8Array | null,
  options: { encoding?: Encoding; rules?: SalesRules; quota?: ImportQuota; skus?: readonly string[] } = {},
): Promise<Checked> {
  if (content !== null) await writeFile(path, content)
  const names = new Map((options.skus ?? []).map((sku) => [importedId(variantKey({ sku, name: '' })), sku]))
  const seen = {
    sales: {} as Record<string, number>,
    items: [] as Item[],
    chunks: 0,
    statedBytes: [] as number[],
  }
  const checked = await checkFile(() => createReadStream(path), {
    kind,
    encoding: options.encoding ?? 'utf-8',
    context,
    quota: options.quota ?? getQuota('merchant').import,
    choices: new Map(),
    rules: kind === 'sales' ? (options.rules ?? openRules) : null,
    catalogue: [],
    progress: {
      read: async (bytes) => void seen.statedBytes.push(bytes),
      sales: async (bytes, _chunk, { variantIds, days, units }) => {
        seen.chunks++
        seen.statedBytes.push(bytes)
        for (const [i, id] of variantIds.entries()) {
          const name = `${names.get(id) ?? id} ${dayFromEpoch(days[i]!)}`
          seen.sales[name] = (seen.sales[name] ?? 0) + units[i]!
        }
      },
      items: async (_bytes, _chunk, items) => {
        seen.chunks++
        seen.items.push(...items)
      },
    },
  })
  return { ...checked, ...seen }
}

describe('a file of sales', () => {
  it('is added up by SKU and day, whatever the order, case and delimiter', async () => {
    const skus = ['A-1', 'B 2']
    const expected = { 'A-1 2026-11-01': 5, 'B 2 2026-11-01': 0, 'A-1 2026-11-02': 1 }
    for (const text of [
      'sku,day,units\nA-1,2026-11-01,2\nB 2,2026-11-01,0\nA-1,2026-11-02,1\nA-1,2026-11-01,3\n',
      'UNITS;Date;SKU\r\n5;2026-11-01;A-1\r\n\r\n1;2026-11-02;A-1\r\n0;2026-11-01;B 2',
      '\ufeff"Series_ID"\t2026-11-01\t2026-11-02\nA-1\t5\t1\nB 2\t0\t\n',
    ]) {
      const checked = await check('sales', text, { skus })
      expect(checked).toMatchObject({ faultsTotal: 0, sales: expected })
      expect(checked.totals).toMatchObject({
        skus: 2,
        units: 6,
        days: 2,
        firstDay: '2026-11-01',
        lastDay: '2026-11-02',
        unknownSkus: 2,
      })
    }
  })

  it('has exactly its lines at fault reported, units that came back counted, and the rest staged', async () => {
    const last = 600_001
    const writer = createWriteStream(path)
    writer.write('sku,day,units\n')
    for (let line = 2; line <= last; line += 1000) {
      let block = ''
      for (let each = line; each < Math.min(line + 1000, last + 1); each++) {
        const units = { 3: 'x', 500000: '-1', [last]: '1.5' }[each] ?? '2'
        block += `S-${each % 500},2026-11-0${(each % 9) + 1},${units}\n`
      }
      if (!writer.write(block)) await once(writer, 'drain')
    }
    await new Promise((resolve) => writer.end(resolve))
    const checked = await check('sales', null)
    expect(checked.faults).toEqual([
      { line: 3, column: 'units', reason: '“x” is not a whole number' },
      { line: last, column: 'units', reason: '“1.5” is not a whole number' },
    ])
    expect(checked).toMatchObject({ faultsTotal: 2, isUsable: true, totals: { rows: 600_000, returned: 1 } })
    expect(Object.values(checked.sales).reduce((sum, units) => sum + units, 0)).toBe(2 * 599_997)
    expect(checked.statedBytes.length).toBeGreaterThan(1)
  })

  it('has its first thousand faults kept and all of them counted', async () => {
    const checked = await check('sales', `sku,day,units\n${'A,2026-11-01,no\n'.repeat(1500)}`)
    expect(checked.faultsTotal).toBe(1500)
    expect(checked.faults.map((fault) => fault.line)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 2))
  })

  it('has its lines counted as an editor counts them, inside quotes and after any line ending', async () => {
    const text =
      'sku,note,day,units\r\nA,"two\r\nlines",2026-11-01,1\r\n\r\nB,,never,1\nC,"x""\ny",2026-11-01,no'
    const { faults } = await check('sales', text)
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [5, 'day'],
      [6, 'units'],
    ])
  })

  it('is refused for days in the future or more than ten years ago, with the reason', async () => {
    const { faults } = await check('sales', 'sku,day,units\nA,2026-11-21,1\nA,2016-11-01,1\nA,2026-11-20,1\n')
    expect(faults).toEqual([
      { line: 2, column: 'day', reason: '“2026-11-21” is in the future' },
      { line: 3, column: 'day', reason: '“2016-11-01” is more than 10 years ago' },
    ])
    const wide = await check('sales', 'sku,2026-11-19,2026-12-24\nA,1,1\n')
    expect(wide.faults).toEqual([{ line: 1, column: '2026-12-24', reason: '“2026-12-24” is in the future' }])
  })

  it('keeps SKUs that look like formulas unchanged', async () => {
    const { sales, preview } = await check('sales', 'sku,day,units\n=1+1,2026-11-01,3\n', { skus: ['=1+1'] })
    expect(sales).toEqual({ '=1+1 2026-11-01': 3 })
    expect(preview).toMatchObject({ columns: ['sku', 'day', 'units'], rows: [['=1+1', '2026-11-01', '3']] })
  })

  it.each([
    ['', [1, null, 'the file is empty']],
    ['\n\n', [1, null, 'the file is empty']],
    ['sku,day,units\n\n', [2, null, 'there is no row below the first line']],
    ['sku,day\nA,2026-11-01\n', [1, 'units', 'this column is missing']],
    ['sku,day,units,Day\nA,2026-11-01,1,2026-11-01\n', [1, 'Day', 'this column appears twice']],
    [
      'sku,day,units\nA,2026-11-01,1,9\n',
      [2, null, 'the row has more cells than the first line has columns'],
    ],
    ['sku,day,units\n,2026-11-01,1\n', [2, 'sku', 'is empty']],
    ['sku,day,units\nA,2026-11-01\n', [2, 'units', 'is empty']],
    [
      'sku,day,units\nA,2026-11-01,1\n"B,2026-11-01,1\nC,2026-11-01,1\n',
      [3, null, 'a quotation mark that opens in this row is never closed'],
    ],
  ])('with the text %j has the fault %j', async (text, [line, column, reason]) => {
    const { faults } = await check('sales', text)
    expect(faults).toEqual([{ line, column, reason }])
  })

  it('of another kind is answered with the columns that a file of sales needs', async () => {
    const { faults } = await check('sales', 'something\nelse\n')
    expect(faults).toEqual([{ line: 1, column: null, reason: expect.stringContaining('sku, day, units') }])
  })

  it('is read no further than a line of two million characters', async () => {
    const text = `sku,day,units\nA,2026-11-01,1\n${'x'.repeat(2_000_000)},2026-11-01,1\nB,2026-11-01,1\n`
    const { faults } = await check('sales', text)
    expect(faults).toEqual([{ line: 3, column: null, reason: expect.stringContaining('1 million') }])
  })

  it('may be compressed', async () => {
    const text = `sku,day,units\n${'A,2026-11-01,1\n'.repeat(30_000)}`
    const checked = await check('sales', gzipSync(text), { skus: ['A'] })
    expect(checked).toMatchObject({ faultsTotal: 0, sales: { 'A 2026-11-01': 30_000 }, chunks: 6 })
  })

  it('that is compressed and cut off is refused with a sentence', async () => {
    const packed = gzipSync(
      `sku,day,units\n${Array.from({ length: 9000 }, (_, i) => `A${i * i},2026-11-01,1\n`)}`,
    )
    await expect(check('sales', packed.subarray(0, packed.length / 2))).rejects.toThrow(
      /compressed file is damaged/,
    )
  })

  it('in an older encoding is distinguished from UTF-8 and read in its own encoding', async () => {
    const text = Buffer.from('sku,day,units\nCaf\xe9,2026-11-01,1\n', 'latin1')
    await expect(check('sales', text)).rejects.toBeInstanceOf(NotUtf8)
    const read = await check('sales', text, { encoding: 'windows-1252', skus: ['Café'] })
    expect(read.sales).toEqual({ 'Café 2026-11-01': 1 })
    const wide = Buffer.from('\ufeffsku,day,units\nCafé,2026-11-01,1\n', 'utf16le')
    expect((await check('sales', wide, { encoding: 'utf-16', skus: ['Café'] })).sales).toEqual(read.sales)
  })

  it('for a connected store may have only its SKUs, and only days before its own first day', async () => {
    const catalogue = [
      { variant_id: 7, sku: 'A' },
      { variant_id: 8, sku: 'B' },
      { variant_id: 9, sku: 'B' },
      { variant_id: 10, sku: null },
    ]
    const rules = { catalogue, isForStore: true, firstStoreDay: epochDay('2026-11-01'), keepsZeros: false }
    const text = 'sku,day,units\nA,2026-10-31,1\nA,2026-10-30,0\nX,2026-10-31,1\n'
    const good = await check('sales', text, { rules })
    expect(good).toMatchObject({ faultsTotal: 0, sales: { '7 2026-10-31': 1 }, totals: { unknownSkus: 1 } })
    const { faults } = await check('sales', 'sku,day,units\nA,2026-11-01,1\nB,2026-10-31,1\n', { rules })
    expect(faults).toEqual([
      { line: 2, column: 'day', reason: expect.stringContaining('from 2026-11-01 on') },
      { line: 3, column: 'sku', reason: '“B” is the SKU of 2 variants of your store' },
    ])
  })

  it('with any rows in any order is read as it was written', async () => {
    const row = fc.record({
      sku: fc.constantFrom('A', 'b,c', 'd"e', '=f', 'g;h', 'Ä'),
      day: fc.integer({ min: 20_000, max: 20_005 }),
      units: fc.integer({ min: 0, max: 1000 }),
    })
    const skus = ['A', 'b,c', 'd"e', '=f', 'g;h', 'Ä']
    await inCasesAsync(
      50,
      fc.array(row, { minLength: 1, maxLength: 30 }),
      fc.constantFrom('\n', '\r\n'),
      async (rows, end) => {
        const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
        const lines = rows.map(({ sku, day, units }) => `${cell(sku)},${dayFromEpoch(day)},${units}`)
        const expected: Record<string, number> = {}
        for (const { sku, day, units } of rows) {
          const name = `${sku} ${dayFromEpoch(day)}`
          expected[name] = (expected[name] ?? 0) + units
        }
        const checked = await check('sales', ['sku,day,units', ...lines].join(end), { skus })
        expect(checked.sales).toEqual(expected)
      },
    )
  })
})

describe('orders as Shopify exports them', () => {
  const header =
    'Name,Email,Financial Status,Paid at,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Cancelled at,Billing Name'
  const rows = [
    '#1001,ann@example.com,paid,2026-11-01 09:00:00 -0500,30.00,2026-11-01 23:30:00 -0500,2,Kettle - Black,10.00,KET-B,,Ann Buyer',
    '#1001,ann@example.com,,,,,1,Filter papers,10.00,,,',
    '#1002,bob@example.com,voided,,5.00,2026-11-02 10:00:00 -0500,9,Kettle - Black,10.00,KET-B,2026-11-02 11:00:00 -0500,Bob Buyer',
    '#1002,bob@example.com,,,,,9,Filter papers,10.00,,,',
    '#1003,cy@example.com,paid,,5.00,2026-11-02 10:00:00 -0500,4,Kettle - Black,10.00,KET-B,,Cy Buyer',
  ]

  it('count by line, on the shop’s day, by SKU or else by name, unless they are cancelled', async () => {
    const checked = await check('sales', [header, ...rows].join('\n'), { skus: ['KET-B'] })
    const papers = importedId('name:Filter papers')
    expect(checked).toMatchObject({ layout: 'shopify_orders', faultsTotal: 0 })
    expect(checked.sales).toEqual({
      'KET-B 2026-11-01': 2,
      [`${papers} 2026-11-01`]: 1,
      'KET-B 2026-11-02': 4,
    })
  })

  it('show nothing about the buyer in the preview', async () => {
    const { preview } = await check('sales', [header, ...rows].join('\n'))
    expect(JSON.stringify(preview)).not.toMatch(/example\.com|Buyer/)
    expect(preview.columns).toEqual([
      'Name',
      'Created at',
      'Lineitem quantity',
      'Lineitem name',
      'Lineitem sku',
      'Cancelled at',
    ])
  })
})

describe('a file of products', () => {
  it('gives the values that it has and nothing more', async () => {
    const { items, totals } = await check(
      'products',
      'Product,Variant,SKU,Vendor,Price,Stock\nKettle,Black,KET-B,Northfold,79.5,12\nPapers,,,,,-3\n',
    )
    expect(totals).toMatchObject({ rows: 2, skus: 2, units: 9 })
    expect(items).toMatchObject([
      { sku: 'KET-B', product: 'Kettle', variant: 'Black', vendor: 'Northfold', price: 79.5, stock: 12 },
      { sku: null, shownAs: 'Papers', variant: '', vendor: null, price: null, stock: -3, location: null },
    ])
    expect(items[0]).not.toHaveProperty('incoming', expect.anything())
    expect(items[1]?.variantId).toBe(importedId('name:Papers'))
  })

  it('as Shopify exports it names a product in its first row and may have rows of pictures', async () => {
    const text = [
      'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Image Src,Status',
      'kettle,Kettle,"<p>Boils,\nfast</p>",Northfold,Brewing,,true,Colour,Black,Size,1 l,KET-B,shopify,12,deny,79.50,https://x/1.png,active',
      'kettle,,,,,,,,White,,1 l,KET-W,,4,continue,79.50,,',
      'kettle,,,,,,,,,,,,,,,,https://x/2.png,',
      'papers,Papers,,,,,true,Title,Default Title,,,PAP,shopify,,deny,4.00,,draft',
    ].join('\n')
    const { items, layout, faultsTotal } = await check('products', text)
    expect({ layout, faultsTotal }).toEqual({ layout: 'shopify_products', faultsTotal: 0 })
    expect(items).toMatchObject([
      { sku: 'KET-B', product: 'Kettle', variant: 'Black / 1 l', isTracked: true, sellsWithoutStock: false },
      { sku: 'KET-W', product: 'Kettle', vendor: 'Northfold', status: 'active', isTracked: false, stock: 4 },
      { sku: 'PAP', variant: '', status: 'draft' },
    ])
    expect(items[0]?.productId).toBe(items[1]?.productId)
    expect(items[1]?.sellsWithoutStock).toBe(true)
    expect(items[2]?.stock).toBeUndefined()
  })

  it('as Shopify exports stock has it by location, without locations that never stock the item', async () => {
    const text = [
      'Handle,Title,Option1 Name,Option1 Value,SKU,Location,Incoming (not editable),Unavailable (not editable),Committed (not editable),Available (not editable),On hand (current),On hand (new)',
      'kettle,Kettle,Colour,Black,KET-B,Berlin,5,1,2,12,15,',
      'kettle,Kettle,Colour,Black,KET-B,Paris,not stocked,not stocked,not stocked,not stocked,not stocked,',
    ].join('\n')
    const { items, layout, faultsTotal } = await check('products', text)
    expect({ layout, faultsTotal }).toEqual({ layout: 'shopify_inventory', faultsTotal: 0 })
    expect(items[0]).toMatchObject({
      stock: 12,
      onHand: 15,
      committed: 2,
      incoming: 5,
      location: { name: 'Berlin' },
    })
    expect(items[1]).not.toHaveProperty('stock')
  })

  it.each([
    ['product,sku,stock\nA,1,5\nA,1,5\n', [3, 'sku', '“1” is already on line 2']],
    ['product,sku,stock,location\nA,1,5,X\nB,1,6,Y\n', [3, 'product', '“1” has another name on line 2']],
    [
      'product,sku,stock,location\nA,1,5,X\nA,1,6,\n',
      [3, 'location', '“1” is also on line 2; give each row its own location'],
    ],
    ['product,sku,stock\nA,1,\n', [2, 'stock', 'is empty']],
    [
      'product,sku,stock,location\nA,1,3,X\nA,1,4,Y\nA,1,7,All locations\n',
      [4, 'location', '“All locations” adds up other locations; name one, or leave the row out'],
    ],
    [
      'product,sku,stock\nCafÃ© Zoë,1,5\n',
      [
        2,
        'product',
        '“CafÃ© Zoë” has letters in two encodings; correct it, and save the file as “CSV UTF-8”',
      ],
    ],
    ['product,sku,stock\n,1,5\n', [2, 'product', 'is empty']],
    [
      'product,sku,stock,price,tracked\nA,1,5,cheap,yes\n',
      [2, 'price', '“cheap” is not an amount such as 12.50'],
    ],
    ['product,sku\nA,1\n', [1, 'stock', 'this column is missing']],
  ])('with the text %j has the fault %j', async (text, [line, column, reason]) => {
    const { faults } = await check('products', text)
    expect(faults).toEqual([{ line, column, reason }])
  })

  it('of one row has all its faults at once, so that a file is corrected once', async () => {
    const { faults } = await check('products', 'product,sku,stock,price\n,1,forty,cheap\n')
    expect(faults).toEqual([
      { line: 2, column: 'product', reason: 'is empty' },
      { line: 2, column: 'price', reason: '“cheap” is not an amount such as 12.50' },
      { line: 2, column: 'stock', reason: '“forty” is not a whole number' },
    ])
  })
})
