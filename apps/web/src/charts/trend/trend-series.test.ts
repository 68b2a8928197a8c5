import { describe, expect, it } from 'vitest'
import { type TrendPoint, trendCeiling, trendRows, unknownDays } from './trend-series.ts'

const today = '2026-11-20'
const past = (day: string, value: number | null): TrendPoint => ({
  day,
  past: value,
  low: null,
  likely: null,
  high: null,
})
const ahead = (day: string, likely: number): TrendPoint => ({
  day,
  past: null,
  low: likely - 1,
  likely,
  high: likely + 1,
})

describe('Rows of a trend:', () => {
  it('a value is at the end of its day, and history and forecast meet at the line of today', () => {
    const points = [past('2026-11-18', 9), past('2026-11-19', 8), ahead('2026-11-20', 6)]
    expect(trendRows({ today, points, now: 7 })).toEqual([
      { x: -1, day: '2026-11-18', past: 9 },
      { x: 0, day: '2026-11-19', past: 8 },
      { x: 0, day: null, likely: 7, range: [7, 7] },
      { x: 1, day: '2026-11-20', likely: 6, range: [5, 7] },
    ])
  })

  it('without a forecast nothing is expected', () => {
    expect(trendRows({ today, points: [past('2026-11-19', 8)], now: 7 })).toHaveLength(1)
  })

  it('unknown days are counted up to the first known one', () => {
    expect(unknownDays([past('2026-11-18', null), past('2026-11-19', 8)], today)).toBe(1)
    expect(unknownDays([past('2026-11-18', null), past('2026-11-19', null), ahead(today, 1)], today)).toBe(2)
    expect(unknownDays([past('2026-11-19', 0)], today)).toBe(0)
  })

  it('the scale ends above the highest value, and never below the minimum that keeps small values small', () => {
    const rows = trendRows({ today, points: [ahead(today, 100)], now: null })
    expect(trendCeiling(rows, 7)).toBeCloseTo(101 * 1.06)
    expect(trendCeiling([], 7)).toBeCloseTo(7.42)
  })
})
