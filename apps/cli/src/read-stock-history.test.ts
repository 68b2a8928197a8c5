import { describe, expect, it } from 'vitest'
import { readSales } from './read-sales.ts'
import { readStockHistory } from './read-stock-history.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const HEADER = 'series_id,2024-01-01,2024-01-02,2024-01-03'
const sales = readSales(
  bytes(`${HEADER},2024-01-04\na,,4,0,9\n"b,c",1,1,1,9\n`),
  'sales.csv',
  19_725, // 2024-01-03
)
const read = (text: string) => [...readStockHistory(bytes(text), 'stock.csv', sales)]

describe('readStockHistory', () => {
  it('marks the days that ended with no stock or less, by series and date', () => {
    expect(read(`${HEADER}\n"b,c",3,-1,0.0\na,5,0,0.5\n`)).toEqual([0, 1, 0, 0, 1, 1])
  })

  it('takes a series, a day or a cell that is missing for unknown stock, and leaves out days after the origin', () => {
    expect(read('series_id,2024-01-02,2024-01-03,2024-01-04,2024-01-05\na,,0,0,0\n')).toEqual([
      0, 0, 1, 0, 0, 0,
    ])
    expect(read('series_id,2023-12-31,2024-01-01\nb,c,0,0\n'.replace('b,c', '"b,c"'))).toEqual([
      0, 0, 0, 1, 0, 0,
    ])
  })

  it.each([
    ['an empty file', '', /stock.csv is empty/],
    [
      'another first column',
      'id,2024-01-01\n',
      /stock.csv, line 1: the first column must be series_id, not id/,
    ],
    ['a gap in the days', 'series_id,2024-01-01,2024-01-03\n', /line 1: column 3 is 2024-01-03/],
    [
      'other days than the sales',
      'series_id,2024-02-01\n',
      /no day of the sales .* 2024-02-01 to 2024-02-01/,
    ],
    ['an unknown series', `${HEADER}\nz,1,1,1\n`, /line 2: series_id z is not in the sales/],
    ['a series twice', `${HEADER}\na,1,1,1\na,1,1,1\n`, /line 3: series_id a was already on line 2/],
    ['a missing cell', `${HEADER}\na,1,1\n`, /line 2: 2 cells after the series_id, 3 expected/],
    ['a cell too many', `${HEADER}\na,1,1,1,1\n`, /line 2: 4 cells after the series_id, 3 expected/],
    ['a word', `${HEADER}\na,1,none,1\n`, /line 2: column 3 is none; closing stock must be a number/],
    ['an open quote', `${HEADER}\n"a,1,1,1\n`, /line 2: the quote of the series_id is not closed/],
  ])('reports %s with its place', (_, text, message) => {
    expect(() => read(text)).toThrow(message)
  })
})
