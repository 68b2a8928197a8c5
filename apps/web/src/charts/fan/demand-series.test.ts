import { describe, expect, it } from 'vitest'
import { demandCeiling, demandRows } from './demand-series.ts'

const today = '2026-11-20'
const forecast = [{ day: '2026-11-20', p10: 8, p25: 12, p50: 16, p75: 20, p90: 26 }]

describe('Rows of the demand chart', () => {
  it('put each day in its middle: yesterday before today, the forecast after', () => {
    const rows = demandRows({ today, history: [{ day: '2026-11-19', unitsSold: 7 }], forecast })
    expect(rows.map(({ x }) => x)).toEqual([-0.5, 0.5])
  })

  it('draw no bar on a day out of stock', () => {
    const [row] = demandRows({
      today,
      history: [{ day: '2026-11-19', unitsSold: 0, outOfStock: true }],
      forecast: [],
    })
    expect(row).toEqual({ x: -0.5, day: '2026-11-19' })
  })

  it('have the line of the forecast before a change from the day before it to the day after, and a red one where it is large', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
    const ahead = days.map((day) => ({ ...forecast[0]!, day }))
    const changed = [{ day: '2026-11-22', p50: 10, isFarOff: true }]
    const rows = demandRows({ today, history: [], forecast: ahead, changed })
    expect(rows.map(({ baseline }) => baseline)).toEqual([undefined, 16, 10, 16, undefined])
    expect(rows.map(({ far }) => far)).toEqual([undefined, 16, 16, 16, undefined])
  })

  it('leave room for the highest end of the range', () => {
    expect(demandCeiling(demandRows({ today, history: [], forecast }))).toBeGreaterThan(26)
  })
})
