import { describe, expect, it } from 'vitest'
import { plainEpisodes, riskEpisodes } from './episodes.ts'
import { getScore, getStockouts } from './score.ts'
import { type VariantDays, variantDays } from './variant-days.ts'

const LEAD_TIME = 4

/**
 * Returns days with the given closing stock, from the day before the first; sales follow from it unless it
 * rises.
 */
function getDays(stock: readonly number[], sold?: readonly number[]): VariantDays {
  const unitsSold = sold ?? stock.map((units, day) => Math.max(0, (stock[day - 1] ?? units) - units))
  const firstDay = 100
  const variant = {
    id: 'a',
    firstDay,
    unitsSold: Float64Array.from(unitsSold),
    closingStock: Float64Array.from(stock),
    leadTimeDays: LEAD_TIME,
  }
  const history = { stock: variant.closingStock, isEstimated: new Uint8Array(stock.length) }
  return variantDays({
    variant,
    history,
    firstDay: firstDay + 1,
    days: stock.length - 1,
    distributionOn: null,
  })
}

const scored = (days: VariantDays, ...episodes: [number, number | null][]) =>
  getScore([days], getStockouts([days]), [episodes.map(([openedOn, closedOn]) => ({ openedOn, closedOn }))])

const runsOut = getDays([9, 8, 6, 4, 2, 0, 0, 12, 11, 10, 9, 8, 7])

describe('scoreOf', () => {
  it('counts one stockout, on the day the last unit is sold', () => {
    expect(getStockouts([runsOut])).toEqual([{ variant: 0, day: 4, isEstimated: false }])
    expect(getStockouts([getDays([0, 0, 3, 0])])).toHaveLength(1)
  })

  it('counts a stockout as warned if an alert of an earlier day is still open, with the days of warning', () => {
    expect(scored(runsOut, [1, 6]).warningDays).toEqual([3])
    expect(scored(runsOut, [3, null]).warningDays).toEqual([1])
  })

  it('counts a stockout as missed without an alert, with one of the same day, and with one closed before', () => {
    expect(scored(runsOut).warningDays).toEqual([null])
    expect(scored(runsOut, [4, 6]).warningDays).toEqual([null])
    expect(scored(runsOut, [0, 3]).warningDays).toEqual([null])
  })

  it('counts an alert before a stockout as correct', () => {
    expect(scored(runsOut, [1, 6]).alerts[0]?.outcome).toBe('ran_out')
  })

  it('counts an averted stockout if only a delivery kept stock from running out before a new order', () => {
    // 6 units in the morning and 2 sold a day last 3 days, but 20 arrive on the second.
    const delivered = getDays([6, 4, 22, 20, 18, 16, 14, 12], [0, 2, 2, 2, 2, 2, 2, 2])
    expect(getStockouts([delivered])).toEqual([])
    expect(scored(delivered, [0, 2]).alerts[0]?.outcome).toBe('averted')
  })

  it('counts a false alarm if stock was enough for the lead time on every day of the alert', () => {
    const plenty = getDays([40, 39, 38, 37, 36, 35, 34, 33])
    expect(scored(plenty, [0, 2]).alerts[0]?.outcome).toBe('false_alarm')
  })

  it('leaves an alert undecided while the lead time of one of its days is not over', () => {
    const plenty = getDays([40, 39, 38, 37, 36, 35, 34, 33])
    expect(scored(plenty, [1, 5]).alerts[0]?.outcome).toBe('undecided')
    expect(scored(plenty, [5, null]).alerts[0]?.outcome).toBe('undecided')
  })

  it('does not count days of unknown stock as stockouts, and leaves alerts unchanged', () => {
    const unknown = Number.NaN
    const days = getDays([9, 8, unknown, unknown, 2, 0, 0, 9], [0, 1, 2, 2, 2, 2, 0, 0])
    expect(getStockouts([days])).toEqual([{ variant: 0, day: 4, isEstimated: false }])
    days.probability.set([0, 0.9, Number.NaN, Number.NaN, 0.9, 1, 1])
    expect(riskEpisodes(days, 0.9)).toEqual([{ openedOn: 1, closedOn: null }])
  })

  it('opens alerts of the plain rule at 14 days of average sales', () => {
    const days = getDays([60, 58, 56, 54, 52])
    days.plainDays.set([20, 14, 15, 3])
    expect(plainEpisodes(days)).toEqual([
      { openedOn: 1, closedOn: 2 },
      { openedOn: 3, closedOn: null },
    ])
  })
})
