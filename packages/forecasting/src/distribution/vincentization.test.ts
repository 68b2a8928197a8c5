import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { steadyDistribution } from './example-distributions.ts'
import { dailyQuantile } from './read-distribution.ts'
import { scaleDemand } from './scale-demand.ts'
import { fillDailySmoothQuantiles } from './smooth-quantile.ts'
import { averagedQuantile, EMPIRICAL_AT, type EmpiricalDays } from './vincentization.ts'

/** Half of the days sold nothing, a tenth more than 40 units. */
const quantiles = Float64Array.of(0, 0, 0, 0, 1, 4, 10, 40, 60, 100)
const past = (weight: number, mean = 10): EmpiricalDays => ({ weight, mean, quantiles })

describe('averagedQuantile', () => {
  it('is the mean of both quantiles, with the weight of the past days', () => {
    expect(averagedQuantile(past(0), 10, 0.9, 24)).toBe(24)
    expect(averagedQuantile(past(1), 10, 0.9, 24)).toBe(40)
    expect(averagedQuantile(past(0.25), 10, 0.9, 24)).toBe(28)
  })

  it('interpolates between the quantiles that are kept, from zero to the largest day', () => {
    const at = (probability: number) => averagedQuantile(past(1), 10, probability, 0)
    expect(at(0.675)).toBeCloseTo((4 + 10) / 2, 12)
    expect(at(0.975)).toBeCloseTo((60 + 100) / 2, 12)
    expect(averagedQuantile({ ...past(1), quantiles: EMPIRICAL_AT }, 10, 0.02, 0)).toBeCloseTo(0.02, 12)
  })

  it('takes the level between forecast and past days, and that of the forecast when they are far apart', () => {
    const atMean = (mean: number) => averagedQuantile(past(1), mean, 0.9, 0)
    expect(atMean(20)).toBeCloseTo(40 * Math.sqrt(2), 12)
    expect(atMean(5)).toBeCloseTo(40 / Math.sqrt(2), 12)
    expect(atMean(200)).toBeCloseTo(10 * atMean(20), 12)
    expect(atMean(1)).toBeCloseTo(atMean(5) / 5, 12)
  })

  it('does not count past days on a day on which the shop is expected to be closed', () => {
    expect(averagedQuantile(past(0.75), 0.4, 0.9, 1)).toBe(1)
  })
})

describe('the quantiles of a single day', () => {
  const probability = fc.double({ min: 0, max: 0.999, noNaN: true })
  const days = fc
    .tuple(
      fc.array(fc.integer({ min: 0, max: 900 }), {
        minLength: quantiles.length,
        maxLength: quantiles.length,
      }),
      fc.double({ min: 0.1, max: 100, noNaN: true }),
      fc.constantFrom(0.25, 0.5, 0.75),
    )
    .map(([units, mean, weight]) => ({ mean, weight, quantiles: Float64Array.from(units).sort() }))
  const mean = fc.double({ min: 0, max: 200, noNaN: true })

  it('are whole, ascend with the probability, and lie near those of a chart', () => {
    forAll(mean, days, probability, probability, (units, empiricalDays, p, q) => {
      const distribution = { ...steadyDistribution(units, 3), empiricalDays }
      const [low, high] = [Math.min(p, q), Math.max(p, q)]
      const [first, second] = [dailyQuantile(distribution, 1, low), dailyQuantile(distribution, 1, high)]
      expect(Number.isInteger(first)).toBe(true)
      expect(first).toBeLessThanOrEqual(second)
      const drawn = new Float64Array(1)
      fillDailySmoothQuantiles(distribution, 1, [low], drawn)
      expect(Math.abs(drawn[0]! - first)).toBeLessThanOrEqual(1.5)
    })
  })

  it('are those of the scaled past days for a multiple of the demand', () => {
    forAll(mean, days, fc.integer({ min: 2, max: 9 }), (units, empiricalDays, factor) => {
      const scaled = scaleDemand({ ...steadyDistribution(units, 3), empiricalDays }, factor).empiricalDays!
      const before = averagedQuantile({ ...empiricalDays, weight: 1 }, units, 0.9, 0)
      const after = averagedQuantile({ ...scaled, weight: 1 }, factor * units, 0.9, 0)
      expect(after).toBeCloseTo(factor * before, 6)
    })
  })
})
