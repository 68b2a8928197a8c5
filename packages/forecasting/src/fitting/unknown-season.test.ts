import { describe, expect, it } from 'vitest'
import { getVarianceToMean, meanDemand } from '../distribution/demand-distribution.ts'
import { forecastSeries } from '../forecast-series.ts'
import { learnShop } from './learn-shop.ts'
import { addedByUnknownSeason } from './unknown-season.ts'

/** Returns what earlier years say in a shop that has learned this share of its season. */
const seen = (learned: number) => ({
  seasonalIndices: new Float64Array(10).fill(1),
  growth: 1,
  seasonLearned: new Float64Array(5).fill(learned),
})

describe('addedByUnknownSeason', () => {
  it('adds a standard deviation of a tenth of demand in a first year, and 3 % if a season was seen once', () => {
    // The variance of 500 units with a standard deviation of 50 is 5 for each unit, with one of 15 it is .45.
    expect(addedByUnknownSeason(null, 2, 500)).toBeCloseTo(5, 9)
    expect(addedByUnknownSeason(seen(0), 2, 500)).toBeCloseTo(0.45, 9)
    expect(addedByUnknownSeason(seen(0.5), 2, 500)).toBeCloseTo(0.225, 9)
  })

  it('adds nothing to what a shop knows that has learned its season', () => {
    expect(addedByUnknownSeason(seen(1), 4, 500)).toBe(0)
  })
})

/** The standard deviation of 30 days, in shares of their mean, after this many days of sales. */
const spreadAfter = (days: number) => {
  const series = Array.from({ length: 20 }, (_, product) => ({
    id: `p${product}`,
    firstDay: 0,
    unitsSold: Float64Array.from({ length: days }, (_, day) => 50 + product + ((day * 7919) % 5)),
  }))
  const { knowledge, trained } = learnShop({ origin: days - 1, series, horizonDays: 30 })
  const { distribution } = forecastSeries(series[0]!, knowledge, trained[0])
  return Math.sqrt(getVarianceToMean(distribution, 30) / meanDemand(distribution, 30))
}

it('a shop of regular sales is as uncertain in its first year as its season may be', () => {
  expect(spreadAfter(200)).toBeGreaterThan(0.1)
  expect(spreadAfter(200)).toBeLessThan(0.12)
  expect(spreadAfter(420)).toBeLessThan(0.05)
  expect(spreadAfter(1200)).toBeLessThan(0.03)
})
