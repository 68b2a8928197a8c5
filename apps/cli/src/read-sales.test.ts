import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toEpochDay } from './calendar-day.ts'
import { readSales, type Sales } from './read-sales.ts'
import { seriesAt } from './series-at.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const day = (text: string) => toEpochDay(text) as number
const HEADER = 'series_id,2024-02-28,2024-02-29,2024-03-01'

function read(text: string, origin = '2024-03-01') {
  return readSales(bytes(text), 'in.csv', day(origin))
}

const getUnits = (sales: Sales) => sales.ids.map((_, row) => [...seriesAt(sales, row).unitsSold])

describe('readSales', () => {
  it('reads units from the first day on sale to the origin, and drops later ones', () => {
    const sales = read(`${HEADER}\na,1,2,3\nb,,4,5.5\n`, '2024-02-29')
    expect(sales.ids).toEqual(['a', 'b'])
    expect(sales.days).toBe(2)
    expect(getUnits(sales)).toEqual([[1, 2], [4]])
  })

  it('keeps a series that is not yet on sale at the origin', () => {
    const sales = read(`${HEADER}\na,1,2,3\nb,,,7\nc,,,\n`, '2024-02-29')
    expect(getUnits(sales)).toEqual([[1, 2], [], []])
  })

  it('accepts CRLF, a byte-order mark, a missing last line end, quoted ids and numbers in any notation', () => {
    const sales = read(`\uFEFF${HEADER}\r\n"a,""x""",1e2,0.5,+3\r\nb,0,0,123456789012`)
    expect(sales.ids).toEqual(['a,"x"', 'b'])
    expect(getUnits(sales)).toEqual([
      [100, 0.5, 3],
      [0, 0, 123_456_789_012],
    ])
  })

  it.each([
    ['a negative number', `${HEADER}\na,1,2,3\nb,1,-2,3\n`, /line 3: column 3 is -2/],
    ['text', `${HEADER}\na,1,x,3\n`, /line 2: column 3 is x/],
    ['not a number', `${HEADER}\na,1,NaN,3\n`, /line 2: column 3 is NaN/],
    ['an infinite number', `${HEADER}\na,1,1e999,3\n`, /line 2: column 3 is 1e999/],
    ['text after the origin', `${HEADER}\na,1,2,x\n`, /line 2: column 4 is x/],
    ['too few cells', `${HEADER}\na,1,2\n`, /line 2: 2 cells after the series_id, 3 expected/],
    ['too many cells', `${HEADER}\na,1,2,3,4\n`, /line 2: 4 cells after the series_id, 3 expected/],
    ['an id alone', `${HEADER}\na\n`, /line 2: 0 cells/],
    ['a blank line in between', `${HEADER}\na,1,2,3\n\nb,1,2,3\n`, /line 3: the series_id is missing/],
    ['a gap after the first day on sale', `${HEADER}\na,1,,3\n`, /line 2: column 3 is empty/],
    ['an open quote', `${HEADER}\n"a,1,2,3\n`, /line 2: .*quote/],
    ['a series twice', `${HEADER}\na,1,2,3\nb,1,2,3\na,1,2,3\n`, /line 4: series_id a was already on line 2/],
    ['another first column', 'sku,2024-03-01\na,1\n', /line 1: the first column must be series_id, not sku/],
    ['no days', 'series_id\na\n', /line 1: there is no day column/],
    ['an impossible date', 'series_id,2024-02-30\na,1\n', /line 1: column 2 is 2024-02-30, not a date/],
    [
      'days with a gap',
      'series_id,2024-02-28,2024-03-01\na,1,2\n',
      /line 1: column 3 is 2024-03-01; the day after/,
    ],
    ['nothing', '', /in.csv is empty/],
  ])('reports %s with its line', (_, text, message) => {
    expect(() => read(text)).toThrow(message)
  })

  it.each(['2024-02-27', '2024-03-02'])('refuses the origin %s outside the days', (origin) => {
    expect(() => read(`${HEADER}\na,1,2,3\n`, origin)).toThrow(
      /--origin .* is not among the days .* 2024-02-28 to/,
    )
  })

  it('does not decompress, which is the task of readBytes', () => {
    expect(() => readSales(gzipSync(HEADER), 'in.csv', day('2024-03-01'))).toThrow(/line 1/)
  })
})
