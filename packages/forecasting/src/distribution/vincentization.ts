/** Probabilities at which the quantiles of an empirical distribution are kept; at 0 it is zero. */
export const EMPIRICAL_AT = Float64Array.of(0.05, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.95, 1)

/** The past days of a series, whose quantiles are averaged with those of the negative binomial. */
export interface EmpiricalDays {
  /** Weight of these quantiles, 0 to 1. */
  readonly weight: number
  /** Units of an average day. */
  readonly mean: number
  /** Quantiles of these days at `EMPIRICAL_AT`. */
  readonly quantiles: Float64Array
}

/** A day with a smaller share of an average day is one on which the shop is closed, about which other days say nothing. */
export const CLOSED_SHARE = 0.05
/** Up to this factor between forecast and past days, both count alike for the level. */
const MAX_RATIO = 2

/**
 * Averages a quantile of one day with that of the past days (Vincentization, Ratcliff 1979). The past days are scaled to
 * the geometric mean of both levels, because after a promotion demand returns; where these are further apart than by a
 * factor of 2, the past days follow the forecast.
 * @param mean expected units of that day
 * @param quantile its quantile at `probability`, in units
 */
export function averagedQuantile(
  days: EmpiricalDays,
  mean: number,
  probability: number,
  quantile: number,
): number {
  const ratio = mean / days.mean
  if (ratio < CLOSED_SHARE) return quantile
  const nearest = Math.min(MAX_RATIO, Math.max(1 / MAX_RATIO, ratio))
  const scale = ratio / Math.sqrt(nearest)
  return quantile + days.weight * (scale * empiricalQuantile(days, probability) - quantile)
}

/** Returns a quantile by linear interpolation between those that are kept. */
function empiricalQuantile({ quantiles }: EmpiricalDays, probability: number): number {
  let i = 0
  while (i < EMPIRICAL_AT.length - 1 && EMPIRICAL_AT[i]! < probability) i++
  const from = i === 0 ? 0 : EMPIRICAL_AT[i - 1]!
  const units = i === 0 ? 0 : quantiles[i - 1]!
  return units + ((probability - from) / (EMPIRICAL_AT[i]! - from)) * (quantiles[i]! - units)
}

/** Returns these days for `factor` times the demand. */
export function scaledDays(days: EmpiricalDays, factor: number): EmpiricalDays {
  return {
    weight: days.weight,
    mean: days.mean * factor,
    quantiles: days.quantiles.map((units) => units * factor),
  }
}
