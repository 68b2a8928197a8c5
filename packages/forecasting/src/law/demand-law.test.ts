import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DemandLaw, dropElapsedDays, makeLaw, meanDemand, meanOfDay, noDemandLaw } from './demand-law.ts'
import { decodeLaw, encodeLaw } from './encode-law.ts'
import { steadyLaw, weeklyLaw } from './example-laws.ts'
import { dailyQuantile, demandQuantile, fillDemandQuantiles, probabilityOfSelling } from './read-law.ts'

const anyLaw = () =>
  fc
    .tuple(
      fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 7, maxLength: 7 }),
      fc.array(fc.double({ min: 0, max: 80, noNaN: true }), { minLength: 5, maxLength: 5 }),
    )
    .map(([means, dispersions]) => weeklyLaw(means, dispersions))

const PROBABILITIES = [0.05, 0.1, 0.5, 0.8, 0.9, 0.975]

describe('a demand distribution', () => {
  it('never has less demand over more days: 7 ≤ 14 ≤ 30 ≤ 90 at every probability', () => {
    fc.assert(
      fc.property(anyLaw(), (law) => {
        for (const probability of PROBABILITIES) {
          let previous = 0
          for (const days of [0, 1, 2, 7, 14, 15, 30, 60, 90, 120]) {
            const units = demandQuantile(law, days, probability)
            expect(units).toBeGreaterThanOrEqual(previous)
            previous = units
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('has quantiles that never cross, for sums and for single days', () => {
    fc.assert(
      fc.property(anyLaw(), fc.integer({ min: 1, max: 90 }), (law, days) => {
        const sums = PROBABILITIES.map((p) => demandQuantile(law, days, p))
        const singles = PROBABILITIES.map((p) => dailyQuantile(law, days, p))
        expect(sums).toEqual([...sums].sort((a, b) => a - b))
        expect(singles).toEqual([...singles].sort((a, b) => a - b))
      }),
    )
  })

  it('has a higher probability of any number of units by a later day', () => {
    fc.assert(
      fc.property(anyLaw(), fc.integer({ min: 1, max: 500 }), (law, units) => {
        let previous = 0
        for (let days = 0; days <= 95; days += 5) {
          const probability = probabilityOfSelling(law, days, units)
          expect(probability).toBeGreaterThanOrEqual(previous - 1e-9)
          previous = probability
        }
      }),
      { numRuns: 60 },
    )
  })

  it('returns the same quantiles in one pass as one by one', () => {
    const out = new Float64Array(PROBABILITIES.length)
    const law = steadyLaw(3.7, 2.5)
    fillDemandQuantiles(law, 30, PROBABILITIES, out)
    expect([...out]).toEqual(PROBABILITIES.map((p) => demandQuantile(law, 30, p)))
  })

  it('has the same quantiles, to one unit, after storage in single precision', () => {
    fc.assert(
      fc.property(anyLaw(), (law) => {
        const stored = encodeLaw(law).map(Math.fround)
        const back = decodeLaw(stored)
        expect(back.horizonDays).toBe(law.horizonDays)
        for (const days of [1, 14, 90]) {
          const units = demandQuantile(law, days, 0.9)
          expect(Math.abs(demandQuantile(back, days, 0.9) - units)).toBeLessThanOrEqual(1 + 1e-4 * units)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('refuses to decode numbers that are not an encoded distribution', () => {
    expect(() => decodeLaw([])).toThrow(/version/)
    expect(() => decodeLaw([9, 1, 1, 1, 1])).toThrow(/version/)
    expect(() => decodeLaw([1, 2, 1, 1, 1])).toThrow(/complete demand distribution/)
    expect(() => decodeLaw([1, 1, 1, Number.NaN, 1])).toThrow(/complete demand distribution/)
  })

  it('is the rest of its horizon after some days have elapsed', () => {
    const law = makeLaw({ dailyMean: [1, 2, 3, 4], dispersion: [2, 2, 2, 2], dayDispersion: 2 })
    const later = dropElapsedDays(law, 2)
    expect(later.horizonDays).toBe(2)
    expect([meanOfDay(later, 1), meanOfDay(later, 2)]).toEqual([3, 4])
    expect(dropElapsedDays(law, 0)).toBe(law)
    expect(meanDemand(dropElapsedDays(law, 50), 1)).toBe(4)
  })

  it('continues after its horizon at its average rate', () => {
    expect(meanDemand(steadyLaw(2, 1.5), 180)).toBeCloseTo(360, 9)
  })

  it('has no quantile above zero without demand', () => {
    const law = noDemandLaw(90)
    expect(demandQuantile(law, 90, 0.999)).toBe(0)
    expect(probabilityOfSelling(law, 90, 1)).toBe(0)
    expect(dailyQuantile(law, 1, 0.99)).toBe(0)
  })

  it('throws on an invalid argument and names it', () => {
    const law: DemandLaw = steadyLaw(1, 2)
    expect(() => demandQuantile(law, 1.5, 0.5)).toThrow(/days/)
    expect(() => demandQuantile(law, 7, 1.2)).toThrow(/probability/)
    expect(() => probabilityOfSelling(law, 7, Number.NaN)).toThrow(/units/)
    expect(() => dailyQuantile(law, 0, 0.5)).toThrow(/day/)
  })
})
