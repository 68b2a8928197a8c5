import type { DemandDistribution } from './demand-distribution.ts'
import { scaledDays } from './vincentization.ts'

/**
 * Returns the distribution of `factor` times the demand (above zero). Scaling the rate of a Poisson–gamma
 * mixture by k makes the mean k·m and the variance-to-mean ratio 1 + k·(v − 1), so the relative uncertainty
 * of the rate is unchanged.
 * Source: Agrawal and Smith 1996, the negative binomial as a gamma mixture of Poisson rates.
 */
export function scaleDemand(distribution: DemandDistribution, factor: number): DemandDistribution {
  if (!(factor > 0 && factor < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`factor must be above zero and finite, got ${factor}`)
  }
  if (factor === 1) return distribution
  const spread = (varianceToMean: number) => 1 + factor * (varianceToMean - 1)
  return {
    horizonDays: distribution.horizonDays,
    cumulativeMean: distribution.cumulativeMean.map((mean) => mean * factor),
    varianceToMean: distribution.varianceToMean.map(spread),
    dayVarianceToMean: spread(distribution.dayVarianceToMean),
    recalibration: distribution.recalibration ?? null,
    ...(distribution.narrowing && { narrowing: distribution.narrowing }),
    empiricalDays: distribution.empiricalDays ? scaledDays(distribution.empiricalDays, factor) : null,
  }
}
