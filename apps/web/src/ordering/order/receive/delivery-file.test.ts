import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { aLine } from '../../../testing/purchase-order-fixtures.ts'
import { type ReadDelivery, readDeliveryFile } from './delivery-file.ts'

const lines = [
  aLine({ id: 1, sku: 'MUG-1', barcode: '012345678905', supplierSku: 'AR-77' }),
  aLine({ id: 2, sku: 'BOX', barcode: '4006381333931', supplierSku: 'MUG-2' }),
  aLine({ id: 3, sku: 'MUG-2', barcode: null, supplierSku: null }),
]

/** Returns the accepted and rejected units by SKU, and what was left out. */
async function read(content: string | Uint8Array<ArrayBuffer>) {
  const delivery = await readDeliveryFile(new Blob([content]), lines)
  if ('refused' in delivery) return delivery.refused
  const getSku = (id: number) => lines.find((line) => line.id === id)!.sku!
  const counts = [...delivery.counts].map(([id, { accepted, rejected }]) => [
    getSku(id),
    [accepted, rejected],
  ])
  return {
    ...Object.fromEntries(counts),
    ...(delivery.unknown.length === 0 ? {} : { unknown: delivery.unknown }),
    ...(delivery.faulty.length === 0 ? {} : { faulty: delivery.faulty }),
  }
}

describe('the units that came', () => {
  it.each<[string, string]>([
    ['received, not ordered', 'SKU,Quantity,Received\nMUG-1,100,40'],
    ['received, not what is left', 'SKU,Qty Ordered,Qty Received,Remaining\nMUG-1,100,40,60'],
    ['accepted, not received', 'SKU,Received,Accepted\nMUG-1,42,40'],
    ['shipped, not ordered', 'Item code,Ordered,Shipped,Backordered\nMUG-1,100,40,60'],
    ['delivered', 'SKU,Delivered quantity\nMUG-1,40'],
    ['the only quantity', 'SKU,Qty\nMUG-1,40'],
    ['of two rows of one product', 'SKU,Qty\nMUG-1,30\nMUG-1,10'],
    ['with their unit', 'SKU,Qty\nMUG-1,40 pcs'],
    ['with decimals that are zeros', 'SKU,Qty\nMUG-1,40.00'],
    ['above a total with dashes', 'SKU,Qty\nMUG-1,40\n--- Total ---,40'],
    ['below a title', 'Delivery note 77\n\nSKU;Qty\nMUG-1;40'],
    ['among zero characters', 'SKU,Qty\nMUG-1\0,40\0\n\u001a'],
    ['beside a code that lost its zero to a spreadsheet as text', 'Barcode,Qty\n="012345678905",40'],
    ['in rows quoted as a whole', '"SKU,Qty"\n"MUG-1,40"'],
  ])('are those %s', async (_, file) => {
    expect(await read(file)).toEqual({ 'MUG-1': [40, 0] })
  })

  it('with a thousands separator are thousands if the column allows only that meaning', async () => {
    expect(await read('SKU;Received\nMUG-1;1,250\nBOX;2,000')).toEqual({ 'MUG-1': [1250, 0], BOX: [2000, 0] })
    expect(await read('SKU;Received\nMUG-1;1,000')).toMatchObject({
      faulty: [{ line: 2, reason: expect.stringContaining('can mean 1 or 1000') }],
    })
  })

  it('may be accepted and rejected, and empty cells count as none', async () => {
    expect(await read('SKU,Received,Damaged\nMUG-1,40,2\nBOX,,3')).toEqual({
      'MUG-1': [40, 2],
      BOX: [0, 3],
    })
  })

  it('are asked for where two columns can be meant', async () => {
    expect(await read('SKU,Received,Qty received\nMUG-1,1,2')).toBe(
      '“Received” and “Qty received” can both be the units that came: leave one of them in the file.',
    )
    expect(await read('SKU,Ordered,Price\nMUG-1,1,2')).toContain('needs a column sku or barcode')
    expect(await read('MUG-1,40')).toContain('needs a column sku or barcode')
  })

  it.each(['-2', '1.5', 'x', '2000000', '(3)', '2 cases'])('are not %s; other rows count', async (units) => {
    const delivery = await read(`SKU;Qty\nMUG-1;${units}\nBOX;5`)
    expect(delivery).toMatchObject({ BOX: [5, 0], faulty: [{ line: 2 }] })
    expect(delivery).not.toHaveProperty('MUG-1')
  })
})

describe('the product of a row', () => {
  it.each([
    ['SKU', 'mug-1'],
    ['SKU', ' MUG-1\u200b'],
    ['SKU', "'MUG-1"],
    ['SKU', '="MUG-1"'],
    ['Barcode', '12345678905'],
    ['EAN', '0012345678905'],
    ['Barcode', "'012345678905"],
    ['Supplier SKU', 'ar-77'],
    ['Article', 'MUG-1'],
  ])('is found by %s %j', async (head, code) => {
    expect(await read(`${head};Qty\n${code};4`)).toEqual({ 'MUG-1': [4, 0] })
  })

  it('is found by our own SKU rather than by one of the supplier', async () => {
    expect(await read('SKU,Qty\nMUG-2,4')).toEqual({ 'MUG-2': [4, 0] })
  })

  it('is found by its barcode where the file has another SKU, and never where the codes are of two', async () => {
    expect(await read('SKU,Barcode,Qty\nX-1,4006381333931,4')).toEqual({ BOX: [4, 0] })
    expect(await read('SKU,Barcode,Qty\nMUG-1,4006381333931,4')).toEqual({
      faulty: [{ line: 2, reason: '“MUG-1” and “4006381333931” are two products' }],
    })
  })

  it('that is not in the order is named', async () => {
    expect(await read('SKU,Qty\nX-1,4\nMUG-1,1\n00000000,1')).toEqual({
      'MUG-1': [1, 0],
      unknown: ['X-1', '00000000'],
    })
  })
})

describe('what programs write around a delivery', () => {
  it.each<[string, string]>([
    ['names with a comma', 'SKU;Name;Received\nMUG-1;Mug, 12;10\nBOX;Box, 6;30'],
    ['an inch sign', 'SKU,Name,Received\nMUG-1,12" Mug,10\nBOX,6" Box,30'],
    ['a line that names the separator', 'sep=;\r\nSKU;Received\r\nMUG-1;10\r\nBOX;30\r\n'],
    ['a title and a blank line', 'Packing slip 4711\n\nSKU,Received\nMUG-1,10\nBOX,30'],
    ['a row of totals', 'SKU,Received\nMUG-1,10\nBOX,30\nTotal,40'],
    ['a head for each page', 'SKU,Received\nMUG-1,10\nSKU,Received\nBOX,30'],
    ['bars', 'SKU|Received\nMUG-1|10\nBOX|30'],
    ['line ends of an old system', 'SKU,Received\rMUG-1,10\rBOX,30\r'],
    ['quotation marks everywhere', '"SKU","Received"\n"MUG-1","10"\n"BOX","30"'],
    ['a byte order mark', '\ufeffSKU,Received\nMUG-1,10\nBOX,30'],
    ['rows without anything', 'SKU,Received\nMUG-1,10\n,\n,0\nBOX,30'],
  ])('is tolerated: %s', async (_, file) => {
    expect(await read(file)).toEqual({ 'MUG-1': [10, 0], BOX: [30, 0] })
  })

  it.each<[string, { name: string; rows: (string | number | null)[][] }[]]>([
    [
      'one sheet',
      [
        {
          name: 'A',
          rows: [
            ['SKU', 'Name', 'Received'],
            ['MUG-1', '12" Mug', 10],
            ['BOX', 'Box', 30],
          ],
        },
      ],
    ],
    [
      'a cover page and a title',
      [
        { name: 'Cover', rows: [['Packing slip 4711']] },
        {
          name: 'B',
          rows: [
            ['Packing slip'],
            ['SKU', 'Qty', 'Received'],
            ['mug-1', 100, 10],
            ['BOX', 40, '30 pcs'],
            ['Total', null, 40],
          ],
        },
      ],
    ],
    [
      'barcodes as numbers',
      [
        {
          name: 'C',
          rows: [
            ['EAN', 'Received'],
            [12345678905, 10],
            [4006381333931, 30],
          ],
        },
      ],
    ],
    [
      'nothing received of a row',
      [
        {
          name: 'D',
          rows: [
            ['SKU', 'Received'],
            ['MUG-1', 10],
            ['BOX', 30],
            ['MUG-2', '-'],
          ],
        },
      ],
    ],
    [
      'several rows of one product',
      [
        {
          name: 'E',
          rows: [
            ['SKU', 'Received'],
            ['MUG-1', 4],
            ['MUG-1', 6],
            ['BOX', 30],
          ],
        },
      ],
    ],
  ])('may be a workbook: %s', async (_, sheets) => {
    const file = new Uint8Array(await writeXlsx({ sheets }))
    expect(await read(file)).toMatchObject({ 'MUG-1': [10, 0], BOX: [30, 0] })
  })

  it('names the sheet of several that was read, which is the one with the columns', async () => {
    const sheets = [
      {
        name: 'Summary',
        rows: [
          ['Date', 'Carrier', 'Boxes'],
          ['Nov 20', 'Fast', 3],
        ],
      },
      {
        name: 'Units',
        rows: [
          ['SKU', 'Received'],
          ['BOX', 30],
        ],
      },
    ]
    const file = new Blob([new Uint8Array(await writeXlsx({ sheets }))])
    const delivery = await readDeliveryFile(file, lines)
    expect(delivery).toMatchObject({ sheet: expect.stringContaining('“Units” was read, “Summary” was not') })
    expect([...(delivery as ReadDelivery).counts.values()]).toEqual([{ accepted: 30, rejected: 0 }])
  })

  it('may be in an older encoding, or in wide characters', async () => {
    const older = Uint8Array.from([...'SKU,Größe,Qty\nBOX,ö,3'].map((sign) => sign.charCodeAt(0)))
    expect(await read(older)).toEqual({ BOX: [3, 0] })
    const wide = Uint8Array.from(
      [...'\ufeffSKU\tQty\nBOX\t3'].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8]),
    )
    expect(await read(wide)).toEqual({ BOX: [3, 0] })
  })

  it.each([
    ['PK\u0003\u0004', 'a spreadsheet that cannot be read'],
    ['%PDF-1.7', 'PDF'],
    ['<!DOCTYPE html><table>', 'web page'],
    ['SKU,Qty\n"MUG-1,3\nBOX,4', 'opens in line 2 is never closed'],
    ['', 'needs a column sku or barcode'],
  ])('is refused with what it is: %j', async (content, words) => {
    expect(await read(content)).toContain(words)
  })
})
