import { describe, expect, it } from 'vitest'
import { getParts, learnedRows } from './learned-series.ts'

const getSeries = (unitsSold: Float64Array) => ({ id: 'a', firstDay: 20_000, unitsSold })
const selling = getSeries(Float64Array.of(1, 0, 2, 3, 1))
const idle = getSeries(Float64Array.of(0, 0, 2, 0, 1))

describe('learnedRows', () => {
  it('a shop with 10,000 series or fewer is learned from all of them', () => {
    const rows = learnedRows(Array.from({ length: 10_000 }, () => idle))
    expect(rows).toHaveLength(10_000)
  })

  it('a larger shop is learned from those that sell, evenly across the catalogue', () => {
    const rows = learnedRows(Array.from({ length: 45_000 }, (_, i) => (i % 2 === 0 ? selling : idle)))
    expect(rows).toHaveLength(7500)
    expect([...rows.subarray(0, 3), rows.at(-1)]).toEqual([0, 6, 12, 44_994])
  })

  it('a large shop with few series that sell is learned from each of these', () => {
    const rows = learnedRows(Array.from({ length: 20_000 }, (_, i) => (i % 100 === 0 ? selling : idle)))
    expect(rows).toHaveLength(200)
  })
})

it('getParts: each part belongs to one thread, and all threads together have every series once', () => {
  const series = Array.from({ length: 1000 }, () => selling)
  const rows = learnedRows(series)
  const parts = [0, 1, 2].flatMap((thread) => getParts(series, rows, { longest: 5, thread, threads: 3 }))
  parts.sort((a, b) => a.index - b.index)
  expect(parts.map(({ index }) => index)).toEqual(parts.map((_, i) => i))
  expect(parts.flatMap((one) => [...one.rows])).toEqual([...rows])
})
