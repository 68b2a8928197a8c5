import { describe, expect, it } from 'vitest'
import { emptyDaysFrom, projectionCeiling, projectionRows, type StockBand } from './projection-series.ts'

const today = '2026-11-20'
const band = (day: number, units: number): StockBand => ({
  day,
  p10: Math.max(0, units - 5),
  p25: Math.max(0, units - 2),
  p50: units,
  p75: units + 2,
  p90: units + 5,
})

describe('Rows of the stock chart', () => {
  it('close a day at its end, and today begins with what is in stock now', () => {
    const rows = projectionRows({
      today,
      history: [
        { day: '2026-11-18', stock: 40 },
        { day: '2026-11-19', stock: 30 },
      ],
      bands: [band(0, 28), band(1, 20)],
      ordered: [],
    })
    expect(rows.map(({ x, stock }) => [x, stock])).toEqual([
      [-1, 40],
      [0, 28],
      [1, undefined],
    ])
  })

  it('end the most likely path where it reaches zero', () => {
    const bands = [band(0, 10), band(1, 0), band(2, 0)]
    const rows = projectionRows({ today, history: [], bands, ordered: [] })
    expect(rows.map(({ likely }) => likely)).toEqual([10, 0, undefined])
  })

  it('make room for the stock with an order', () => {
    const rows = projectionRows({
      today,
      history: [],
      bands: [band(0, 10)],
      ordered: [{ day: 3, units: 500 }],
    })
    expect(projectionCeiling(rows)).toBeGreaterThan(500)
  })
})

describe('Days from now on without stock', () => {
  it('last until some stock is likely to be there, at the latest until an order arrives', () => {
    const comesBack = [band(0, 0), band(1, 0), band(2, 30)]
    expect(emptyDaysFrom(comesBack, 14)).toBe(2)
    expect(emptyDaysFrom(comesBack, 1)).toBe(1)
    expect(emptyDaysFrom([band(0, 0), band(1, 0)], 14)).toBe(14)
  })

  it('are none while there is stock now', () => {
    expect(emptyDaysFrom([band(0, 3), band(1, 0)], 14)).toBe(0)
    expect(emptyDaysFrom([], 14)).toBe(0)
  })
})
