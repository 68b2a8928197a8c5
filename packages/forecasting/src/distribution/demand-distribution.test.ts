import { forAll, inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DemandDistribution,
  dropElapsedDays,
  makeDistribution,
  meanDemand,
  meanOfDay,
  noDemandDistribution,
} from './demand-distribution.ts'
import { decodeDistribution, encodeDistribution } from './encode-distribution.ts'
import { steadyDistribution, weeklyDistribution } from './example-distributions.ts'
import {
  dailyQuantile,
  demandQuantile,
  fillDemandQuantiles,
  probabilityOfSelling,
} from './read-distribution.ts'
import { RECALIBRATED_AT } from './recalibration-map.ts'
import { EMPIRICAL_AT, type EmpiricalDays } from './vincentization.ts'

const anyDistribution = () =>
  fc
    .tuple(
      fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 7, maxLength: 7 }),
      fc.array(fc.double({ min: 0, max: 80, noNaN: true }), { minLength: 5, maxLength: 5 }),
    )
    .map(([means, varianceToMeans]) => weeklyDistribution(means, varianceToMeans))

const anyPastDays: fc.Arbitrary<EmpiricalDays> = fc.record({
  weight: fc.constantFrom(0.25, 0.5, 0.75),
  mean: fc.double({ min: 0.01, max: 60, noNaN: true }),
  quantiles: fc
    .array(fc.integer({ min: 0, max: 400 }), {
      minLength: EMPIRICAL_AT.length,
      maxLength: EMPIRICAL_AT.length,
    })
    .map((units) => Float64Array.from(units).sort()),
})

/** Returns distributions with and without a recalibration, and with and without past days. */
const anyRead = () =>
  fc
    .tuple(
      anyDistribution(),
      fc.option(
        fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
          minLength: RECALIBRATED_AT.length + 1,
          maxLength: RECALIBRATED_AT.length + 1,
        }),
      ),
      fc.option(anyPastDays),
    )
    .map(([plain, steps, empiricalDays]): DemandDistribution => {
      const distribution = { ...plain, empiricalDays }
      if (!steps) return distribution
      const total = steps.reduce((a, b) => a + b)
      let share = 0
      const recalibration = Float64Array.from(RECALIBRATED_AT, (_, k) => (share += steps[k]! / total))
      return { ...distribution, recalibration }
    })

const PROBABILITIES = [0.05, 0.1, 0.5, 0.8, 0.9, 0.975]

describe('a demand distribution', () => {
  it('never has less demand over more days: 7 ≤ 14 ≤ 30 ≤ 90 at every probability', () => {
    inCases(60, anyRead(), (distribution) => {
      for (const probability of PROBABILITIES) {
        let previous = 0
        for (const days of [0, 1, 2, 7, 14, 15, 30, 60, 90, 120]) {
          const units = demandQuantile(distribution, days, probability)
          expect(units).toBeGreaterThanOrEqual(previous)
          previous = units
        }
      }
    })
  })

  it('has quantiles that never cross, for sums and for single days', () => {
    forAll(anyRead(), fc.integer({ min: 1, max: 90 }), (distribution, days) => {
      const sums = PROBABILITIES.map((p) => demandQuantile(distribution, days, p))
      const singles = PROBABILITIES.map((p) => dailyQuantile(distribution, days, p))
      expect(sums).toEqual([...sums].sort((a, b) => a - b))
      expect(singles).toEqual([...singles].sort((a, b) => a - b))
    })
  })

  it('has a higher probability of any number of units by a later day', () => {
    inCases(60, anyRead(), fc.integer({ min: 1, max: 500 }), (distribution, units) => {
      let previous = 0
      for (let days = 0; days <= 95; days += 5) {
        const probability = probabilityOfSelling(distribution, days, units)
        expect(probability).toBeGreaterThanOrEqual(previous - 1e-9)
        previous = probability
      }
    })
  })

  it('has a quantile whose probability is reached, and not one unit earlier, also when recalibrated', () => {
    inCases(60, anyRead(), fc.integer({ min: 1, max: 90 }), (distribution, days) => {
      for (const probability of PROBABILITIES) {
        const units = demandQuantile(distribution, days, probability)
        const more = probabilityOfSelling(distribution, days, units + 1)
        expect(more).toBeLessThanOrEqual(1 - probability + 1e-9)
        if (units > 0)
          expect(probabilityOfSelling(distribution, days, units)).toBeGreaterThanOrEqual(
            1 - probability - 1e-9,
          )
      }
    })
  })

  it('is read as it was stored before there were recalibrations', () => {
    const stored = [1, 2, 1.5, 3, 4, 1.5, 1.6]
    expect(decodeDistribution(stored)).toMatchObject({
      horizonDays: 2,
      dayVarianceToMean: 1.5,
      recalibration: null,
    })
    expect(encodeDistribution(decodeDistribution(stored))).toEqual(stored)
  })

  it('returns the same quantiles in one pass as one by one', () => {
    const out = new Float64Array(PROBABILITIES.length)
    const distribution = steadyDistribution(3.7, 2.5)
    fillDemandQuantiles(distribution, 30, PROBABILITIES, out)
    expect([...out]).toEqual(PROBABILITIES.map((p) => demandQuantile(distribution, 30, p)))
  })

  it('has the same quantiles, to one unit, after storage in single precision', () => {
    inCases(50, anyRead(), (distribution) => {
      const stored = encodeDistribution(distribution).map(Math.fround)
      const back = decodeDistribution(stored)
      expect(back.horizonDays).toBe(distribution.horizonDays)
      for (const days of [1, 14, 90]) {
        const units = demandQuantile(distribution, days, 0.9)
        expect(Math.abs(demandQuantile(back, days, 0.9) - units)).toBeLessThanOrEqual(1 + 1e-4 * units)
        const single = dailyQuantile(distribution, days, 0.9)
        expect(Math.abs(dailyQuantile(back, days, 0.9) - single)).toBeLessThanOrEqual(1 + 1e-4 * single)
      }
    })
  })

  it('keeps its recalibration and its past days in storage', () => {
    forAll(anyRead(), (distribution) => {
      const back = decodeDistribution(encodeDistribution(distribution))
      expect(back.empiricalDays).toEqual(distribution.empiricalDays)
      const unchanged = distribution.empiricalDays ? RECALIBRATED_AT : null
      expect(back.recalibration).toEqual(distribution.recalibration ?? unchanged)
    })
  })

  it('refuses to decode numbers that are not an encoded distribution', () => {
    expect(() => decodeDistribution([])).toThrow(/version/)
    expect(() => decodeDistribution([9, 1, 1, 1, 1])).toThrow(/version/)
    expect(() => decodeDistribution([1, 2, 1, 1, 1])).toThrow(/complete demand distribution/)
    expect(() => decodeDistribution([1, 1, 1, Number.NaN, 1])).toThrow(/complete demand distribution/)
  })

  it('is the rest of its horizon after some days have elapsed', () => {
    const distribution = makeDistribution({
      dailyMean: [1, 2, 3, 4],
      varianceToMean: [2, 2, 2, 2],
      dayVarianceToMean: 2,
    })
    const empiricalDays = { weight: 0.5, mean: 2, quantiles: EMPIRICAL_AT.map((p) => 10 * p) }
    const later = dropElapsedDays({ ...distribution, empiricalDays }, 2)
    expect(later.empiricalDays).toBe(empiricalDays)
    expect(later.horizonDays).toBe(2)
    expect([meanOfDay(later, 1), meanOfDay(later, 2)]).toEqual([3, 4])
    expect(dropElapsedDays(distribution, 0)).toBe(distribution)
    expect(meanDemand(dropElapsedDays(distribution, 50), 1)).toBe(4)
  })

  it('continues after its horizon at its average rate', () => {
    expect(meanDemand(steadyDistribution(2, 1.5), 180)).toBeCloseTo(360, 9)
  })

  it('has no quantile above zero without demand', () => {
    const distribution = noDemandDistribution(90)
    expect(demandQuantile(distribution, 90, 0.999)).toBe(0)
    expect(probabilityOfSelling(distribution, 90, 1)).toBe(0)
    expect(dailyQuantile(distribution, 1, 0.99)).toBe(0)
  })

  it('throws on an invalid argument and names it', () => {
    const distribution: DemandDistribution = steadyDistribution(1, 2)
    expect(() => demandQuantile(distribution, 1.5, 0.5)).toThrow(/days/)
    expect(() => demandQuantile(distribution, 7, 1.2)).toThrow(/probability/)
    expect(() => probabilityOfSelling(distribution, 7, Number.NaN)).toThrow(/units/)
    expect(() => dailyQuantile(distribution, 0, 0.5)).toThrow(/day/)
  })
})
