import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noDemandDistribution } from './demand-distribution.ts'
import { steadyDistribution } from './example-distributions.ts'
import { dailyQuantile } from './read-distribution.ts'
import { fillDailySmoothQuantiles } from './smooth-quantile.ts'

const LEVELS = [0.1, 0.25, 0.5, 0.75, 0.9]
const anyVarianceToMean = fc.double({ min: 1, max: 40, noNaN: true })
const anyMean = fc.double({ min: 0, max: 400, noNaN: true })

function smoothQuantiles(mean: number, varianceToMean: number): number[] {
  const out = new Float64Array(LEVELS.length)
  fillDailySmoothQuantiles(steadyDistribution(mean, varianceToMean), 1, LEVELS, out)
  return [...out]
}

describe('fillDailySmoothQuantiles', () => {
  it('writes exponential quantiles, to 1/32 of a unit, if variance ÷ mean equals the mean', () => {
    for (const [i, units] of smoothQuantiles(2, 2).entries()) {
      expect(Math.abs(units - -2 * Math.log(1 - (LEVELS[i] as number)))).toBeLessThan(1 / 32)
    }
  })

  it('writes ascending quantiles, never below zero and within one unit of the whole quantile', () => {
    forAll(anyMean, anyVarianceToMean, (mean, varianceToMean) => {
      const units = smoothQuantiles(mean, varianceToMean)
      expect(units).toEqual([...units].sort((a, b) => a - b))
      expect(units[0]).toBeGreaterThanOrEqual(0)
      const distribution = steadyDistribution(mean, varianceToMean)
      for (const [i, value] of units.entries()) {
        expect(Math.abs(value - dailyQuantile(distribution, 1, LEVELS[i] as number))).toBeLessThanOrEqual(1)
      }
    })
  })

  it('never writes lower quantiles for a higher mean, up to 100 a day', () => {
    const mean = fc.double({ min: 0, max: 96, noNaN: true })
    const more = fc.double({ min: 0, max: 3, noNaN: true })
    forAll(mean, more, anyVarianceToMean, (mean, plus, varianceToMean) => {
      const before = smoothQuantiles(mean, varianceToMean)
      const after = smoothQuantiles(mean + plus, varianceToMean)
      expect(after.every((units, i) => units >= (before[i] as number))).toBe(true)
    })
  })

  it('changes no quantile of a slow seller by 0.1 if its mean changes by 0.01', () => {
    for (let mean = 0; mean < 3; mean += 0.01) {
      const here = smoothQuantiles(mean, 1.3)
      const next = smoothQuantiles(mean + 0.01, 1.3)
      expect(Math.max(...next.map((units, i) => units - (here[i] as number)))).toBeLessThan(0.1)
    }
  })

  it('writes finite ascending quantiles at any volume', () => {
    for (const mean of [1e-9, 1e4, 1e7, 1e11]) {
      for (const varianceToMean of [1, 30, 1e5]) {
        const units = smoothQuantiles(mean, varianceToMean)
        expect(units.every(Number.isFinite)).toBe(true)
        expect(units).toEqual([...units].sort((a, b) => a - b))
      }
    }
  })

  it('writes zeros without demand, and refuses numbers that are not probabilities', () => {
    const out = new Float64Array(2)
    fillDailySmoothQuantiles(noDemandDistribution(90), 1, [0.5, 0.999], out)
    expect([...out]).toEqual([0, 0])
    expect(() => fillDailySmoothQuantiles(noDemandDistribution(90), 1, [1.2], out)).toThrow(/probability/)
  })
})
