import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { steadyDistribution } from '../distribution/example-distributions.ts'
import { demandQuantile } from '../distribution/read-distribution.ts'
import { demandQuantileDuring, probabilityOfSellingDuring } from './demand-during.ts'

// SciPy 1.17.1: the least q with np.mean([stats.nbinom.cdf(q, 4 * L, .5) for L in (10, 14, 14, 18, 25)]) >= level, and
// the mean of 1 - cdf(79).
describe('demand during an uncertain lead time', () => {
  const distribution = steadyDistribution(4, 2)
  const days = [10, 14, 14, 18, 25]

  it('has the reference quantiles and probabilities', () => {
    expect(demandQuantileDuring(distribution, days, 0.95)).toBe(109)
    expect(demandQuantileDuring(distribution, days, 0.5)).toBe(60)
    expect(probabilityOfSellingDuring(distribution, days, 80)).toBeCloseTo(0.24575966434653332, 9)
  })

  it('has the least quantile whose probability is enough', () => {
    forAll(
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0.05, max: 30, noNaN: true }),
      fc.double({ min: 0.1, max: 0.98, noNaN: true }),
      (unsorted, mean, level) => {
        const lengths = unsorted.toSorted((a, b) => a - b)
        const demand = steadyDistribution(mean, 3)
        const units = demandQuantileDuring(demand, lengths, level)
        expect(probabilityOfSellingDuring(demand, lengths, units + 1)).toBeLessThanOrEqual(1 - level + 1e-9)
        if (units > 0)
          expect(probabilityOfSellingDuring(demand, lengths, units)).toBeGreaterThan(1 - level - 1e-9)
      },
    )
  })

  it('is the demand of one lead time if there is only one', () => {
    expect(demandQuantileDuring(distribution, [14], 0.9)).toBe(demandQuantile(distribution, 14, 0.9))
  })
})
