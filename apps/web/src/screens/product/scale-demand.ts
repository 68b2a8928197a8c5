import type { DemandLaw } from '@stockcast/forecasting/decisions'

/**
 * The law with demand `factor` times as high. With the rate of a Poisson–gamma mixture scaled by k the mean becomes
 * k·m and variance ÷ mean becomes 1 + k·(v − 1): the relative uncertainty of the rate stays as it is.
 */
export function scaleDemand(law: DemandLaw, factor: number): DemandLaw {
  if (!(factor > 0)) throw new RangeError(`factor must be above zero, got ${factor}`)
  if (factor === 1) return law
  const spread = (dispersion: number) => 1 + factor * (dispersion - 1)
  return {
    horizonDays: law.horizonDays,
    cumulativeMean: law.cumulativeMean.map((mean) => mean * factor),
    dispersion: law.dispersion.map(spread),
    dayDispersion: spread(law.dayDispersion),
  }
}
