import { describe, expect, it } from 'vitest'
import { getTable, type PdfColumn } from './write-pdf.ts'

const A4 = { page: { width: 595 }, ...measure(9) }

/** Measures text as if every character were as wide as a digit of the font. */
function measure(size: number) {
  return {
    fontSize: (next: number) => measure(next),
    widthOfString: (text: string) => text.length * size * 0.636,
  } as unknown as Pick<PDFKit.PDFDocument, 'fontSize' | 'widthOfString'>
}

/** The columns of the report on overstock. */
const columns: PdfColumn[] = [
  { head: 'Product', share: 30 },
  { head: 'SKU', share: 14 },
  { head: 'Kind', share: 14 },
  { head: 'In stock', share: 8, align: 'right' },
  { head: 'Too many', share: 8, align: 'right' },
  { head: 'Days of cover', share: 8, align: 'right' },
  { head: 'Last sold', share: 9, isWhole: true },
  { head: 'Unit cost', share: 12, align: 'right' },
  { head: 'Value', share: 12, align: 'right' },
]
const row = (amount: string) => [
  'Lavender soap',
  'NF-LAV-750',
  'Overstock',
  '1,200',
  '900',
  '400',
  'Nov 24',
  amount,
  amount,
]

describe('the table of a document', () => {
  it('has text of the usual size if the figures leave enough width for names', () => {
    expect(getTable(A4, { columns, rows: [row('$1,234.50')] }).size).toBe(9)
  })

  it('has smaller text next to amounts of twelve digits, so that names stay readable and no amount breaks', () => {
    const amount = '$123,456,789,012.00'
    const table = getTable(A4, { columns, rows: [row(amount)] })
    const [name] = table.columns
    expect(table.size).toBeGreaterThanOrEqual(7)
    expect(table.size).toBeLessThan(9)
    // A gutter of 10 is part of each width.
    expect(name!.width - 10).toBeGreaterThan(measure(table.size).widthOfString('Lavender soap'))
    expect(table.columns[8]!.width - 10).toBeGreaterThanOrEqual(measure(table.size).widthOfString(amount))
    expect(table.columns.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(595 - 2 * 42 + 10)
  })
})
