import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { DAY_FORMAT, type SheetCell, writeWorkbook } from './write-workbook.ts'

async function* from(rows: SheetCell[][]) {
  yield* rows
}

async function toBytes(rows: SheetCell[][]): Promise<Uint8Array> {
  const columns = [
    { head: 'Product', width: 40 },
    { head: 'Stock', width: 10, format: '0.00' },
    { head: 'Order By', width: 12, format: DAY_FORMAT },
  ]
  const stream = writeWorkbook({ sheet: 'Inventory', columns, rows: from(rows) })
  return new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer())
}

async function toCells(rows: SheetCell[][]) {
  const workbook = await readXlsx(await toBytes(rows))
  return workbook.sheets[0]!.rows
}

describe('a workbook', () => {
  it('T-03 has numbers as numbers, days as dates, and formulas as plain text', async () => {
    const rows = await toCells([[{ text: '=SUM(A1)' }, { number: -3.5 }, { day: '2024-02-29' }]])
    expect(rows[0]).toEqual(['Product', 'Stock', 'Order By'])
    expect(rows[1]).toEqual(['=SUM(A1)', -3.5, new Date('2024-02-29T00:00:00Z')])
  })

  it('keeps an empty cell empty', async () => {
    const rows = await toCells([
      [{ text: 'a' }, { number: null }, { day: null }],
      [{ text: null }, { number: 0 }],
    ])
    expect(rows[1]).toEqual(['a', null, null])
    expect(rows[2]!.slice(0, 2)).toEqual([null, 0])
  })

  it('keeps any text unchanged, except for characters that a file cannot hold', async () => {
    const rows = await toCells([
      [{ text: 'Café <b> & "x"\n  y é😀' }],
      [{ text: 'a\u0001b' }],
      [{ text: '_x0041_' }],
    ])
    expect(rows.slice(1).map((row) => row[0])).toEqual(['Café <b> & "x"\n  y é😀', 'ab', '_x0041_'])
  })
})
