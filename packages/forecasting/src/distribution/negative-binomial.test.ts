import { inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fillNegativeBinomialQuantiles,
  fillNegativeBinomialTails,
  negativeBinomialQuantile,
  negativeBinomialTail,
} from './negative-binomial.ts'

const MEANS = [0.01, 0.3, 2, 17, 140]
const VARIANCE_TO_MEAN = [1.05, 1.5, 4, 60]

/** Returns P(X < units) by summing the definition. */
function below(units: number, mean: number, varianceToMean: number): number {
  const r = mean / (varianceToMean - 1)
  let p = varianceToMean ** -r
  let sum = 0
  for (let k = 0; k < units; k++) {
    sum += p
    p *= ((k + r) / (k + 1)) * (1 - 1 / varianceToMean)
  }
  return sum
}

describe('negativeBinomialTail', () => {
  it('is the sum of the definition to 1e-9', () => {
    for (const mean of MEANS) {
      for (const varianceToMean of VARIANCE_TO_MEAN) {
        for (const units of [0, 1, 2, 5, 20, 150, 700]) {
          const gap = Math.abs(
            negativeBinomialTail(units, mean, varianceToMean) - (1 - below(units, mean, varianceToMean)),
          )
          expect(gap).toBeLessThan(1e-9)
        }
      }
    }
  })

  it('is 0 for any units at mean zero, and 1 for zero units', () => {
    expect(negativeBinomialTail(1, 0, 2)).toBe(0)
    expect(negativeBinomialTail(0, 0, 2)).toBe(1)
    expect(negativeBinomialTail(-3, 5, 2)).toBe(1)
    expect(negativeBinomialTail(Number.POSITIVE_INFINITY, 5, 2)).toBe(0)
    for (const mean of [5e-324, 1e-300, 1e-20, 1e-9])
      expect(negativeBinomialTail(1, mean, 3)).toBeLessThan(1e-8)
  })

  it('changes by at most 0.001 when the count is rescaled', () => {
    for (const varianceToMean of [50, 1000, 1e5]) {
      for (const share of [0.8, 0.99, 1, 1.05, 1.5]) {
        const inUnits = negativeBinomialTail(share * 1e6, 1e6, varianceToMean)
        const inBundles = negativeBinomialTail(share * 4e6, 4e6, varianceToMean * 4)
        expect(Math.abs(inUnits - inBundles)).toBeLessThan(0.001)
      }
    }
  })
})

describe('quantiles', () => {
  it('are the smallest units with at least the given probability at or below them', () => {
    for (const mean of MEANS) {
      for (const varianceToMean of VARIANCE_TO_MEAN) {
        for (const probability of [0.05, 0.5, 0.9, 0.999]) {
          const units = negativeBinomialQuantile(probability, mean, varianceToMean)
          expect(below(units + 1, mean, varianceToMean)).toBeGreaterThanOrEqual(probability)
          expect(below(units, mean, varianceToMean)).toBeLessThan(probability)
        }
      }
    }
  })

  it('agree between the search and the recursion', () => {
    const byRecursion = new Float64Array(3)
    const probabilities = [0.05, 0.5, 0.975]
    // 590 / ln 1.2 just fits the recursion, and a slightly larger mean does not.
    for (const varianceToMean of [1.2, 3]) {
      const r = 599 / Math.log(varianceToMean)
      fillNegativeBinomialQuantiles(probabilities, r * (varianceToMean - 1), varianceToMean, byRecursion, 0)
      const larger = (r * 602) / 599
      const bySearch = probabilities.map((p) =>
        negativeBinomialQuantile(p, larger * (varianceToMean - 1), varianceToMean),
      )
      bySearch.forEach((units, i) => {
        const expected = ((byRecursion[i] as number) * 602) / 599
        expect(Math.abs(units - expected)).toBeLessThanOrEqual(2)
      })
    }
  })

  it('are finite and in order at any volume', () => {
    inCases(
      60,
      fc.double({ min: 1e-9, max: 1e12, noNaN: true }),
      fc.double({ min: 1, max: 1e6, noNaN: true }),
      (mean, varianceToMean) => {
        const low = negativeBinomialQuantile(0.1, mean, varianceToMean)
        const middle = negativeBinomialQuantile(0.5, mean, varianceToMean)
        const high = negativeBinomialQuantile(0.9, mean, varianceToMean)
        expect(Number.isFinite(high)).toBe(true)
        expect(low).toBeLessThanOrEqual(middle)
        expect(middle).toBeLessThanOrEqual(high)
      },
    )
  })
})

it('fillNegativeBinomialTails returns the same as one call for each level', () => {
  const units = [0, 1, 3, 3, 40, 5000]
  const out = new Float64Array(units.length)
  for (const mean of [0, ...MEANS, 3000]) {
    for (const varianceToMean of VARIANCE_TO_MEAN) {
      fillNegativeBinomialTails(units, mean, varianceToMean, out)
      units.forEach((level, i) => {
        expect(Math.abs((out[i] as number) - negativeBinomialTail(level, mean, varianceToMean))).toBeLessThan(
          1e-9,
        )
      })
    }
  }
})
