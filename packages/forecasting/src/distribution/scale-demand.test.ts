import { forAll, inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanDemand, noDemandDistribution } from './demand-distribution.ts'
import { weeklyDistribution } from './example-distributions.ts'
import { dailyQuantile, demandQuantile } from './read-distribution.ts'
import { scaleDemand } from './scale-demand.ts'

const anyDistribution = fc
  .tuple(
    fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 7, maxLength: 7 }),
    fc.array(fc.double({ min: 1, max: 40, noNaN: true }), { minLength: 5, maxLength: 5 }),
  )
  .map(([means, varianceToMeans]) => weeklyDistribution(means, varianceToMeans))
const anyFactor = fc.double({ min: 0.05, max: 20, noNaN: true })
const anyDays = fc.integer({ min: 1, max: 120 })
const PROBABILITIES = [0.05, 0.1, 0.5, 0.9, 0.975]

describe('scaleDemand', () => {
  it('returns the same distribution for a factor of 1', () => {
    fc.assert(fc.property(anyDistribution, (distribution) => scaleDemand(distribution, 1) === distribution))
  })

  it('multiplies the mean over any number of days', () => {
    forAll(anyDistribution, anyFactor, anyDays, (distribution, factor, days) => {
      const expected = factor * meanDemand(distribution, days)
      expect(Math.abs(meanDemand(scaleDemand(distribution, factor), days) - expected)).toBeLessThan(
        1e-9 * (1 + expected),
      )
    })
  })

  it('keeps quantiles in order of probability and of days', () => {
    inCases(60, anyDistribution, anyFactor, anyDays, (distribution, factor, days) => {
      const scaled = scaleDemand(distribution, factor)
      const sums = PROBABILITIES.map((p) => demandQuantile(scaled, days, p))
      const singles = PROBABILITIES.map((p) => dailyQuantile(scaled, days, p))
      expect(sums).toEqual([...sums].sort((a, b) => a - b))
      expect(singles).toEqual([...singles].sort((a, b) => a - b))
      PROBABILITIES.forEach((p, i) => {
        expect(demandQuantile(scaled, days + 1, p)).toBeGreaterThanOrEqual(sums[i] as number)
      })
    })
  })

  it('never lowers a quantile for a factor above 1', () => {
    const upwards = fc.double({ min: 1, max: 10, noNaN: true })
    inCases(60, anyDistribution, upwards, anyDays, (distribution, factor, days) => {
      const scaled = scaleDemand(distribution, factor)
      for (const p of PROBABILITIES) {
        expect(demandQuantile(scaled, days, p)).toBeGreaterThanOrEqual(demandQuantile(distribution, days, p))
      }
    })
  })

  it('returns to the same distribution by the inverse factor', () => {
    inCases(40, anyDistribution, anyFactor, (distribution, factor) => {
      const back = scaleDemand(scaleDemand(distribution, factor), 1 / factor)
      expect(
        back.varianceToMean.every((v, i) => Math.abs(v - (distribution.varianceToMean[i] as number)) < 1e-6),
      ).toBe(true)
      expect(meanDemand(back, 90)).toBeCloseTo(meanDemand(distribution, 90), 6)
    })
  })

  it('leaves a distribution without demand unchanged', () => {
    expect(demandQuantile(scaleDemand(noDemandDistribution(90), 3), 90, 0.999)).toBe(0)
  })

  it('refuses a factor that is not a positive finite number', () => {
    for (const factor of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => scaleDemand(noDemandDistribution(90), factor)).toThrow(/factor/)
    }
  })
})
