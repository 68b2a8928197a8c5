import { requireCount, requireNotNegative } from '../arguments.ts'
import { MIN_VARIANCE_TO_MEAN } from './negative-binomial.ts'
import type { EmpiricalDays } from './vincentization.ts'

/**
 * The probability distribution of demand over the next days. Demand over the first h days is negative
 * binomial, except for the recalibration, with mean `cumulativeMean[h - 1]` and variance-to-mean ratio
 * `varianceToMean[h - 1]`; `dayVarianceToMean` is the ratio for a single day, whose quantiles are averaged with
 * those of `empiricalDays`. Read it with the functions of this folder; the fields may change.
 */
export interface DemandDistribution {
  readonly horizonDays: number
  readonly cumulativeMean: Float64Array
  readonly varianceToMean: Float64Array
  readonly dayVarianceToMean: number
  /**
   * Probabilities of demand over days in a row at those quantiles of the negative binomial that have the
   * probabilities `RECALIBRATED_AT`; null or absent if they are the same. Single days are not recalibrated.
   */
  readonly recalibration?: Float64Array | null
  /** Share of their distance from the mean that the quantiles of sums keep; null or absent if it is whole. */
  readonly narrowing?: number | null
  /** Null or absent if past days have no weight. */
  readonly empiricalDays?: EmpiricalDays | null
  /** The spread of single days, 1 is the first, whose demand was changed by hand. It is not encoded. */
  readonly changedDays?: ReadonlyMap<number, DaySpread>
}

/** How the demand of a single day is spread. */
export interface DaySpread {
  varianceToMean: number
  empiricalDays: EmpiricalDays | null
}

/**
 * Builds a demand distribution from each day's mean and the variance-to-mean ratio v of every cumulative sum.
 * The ratio is changed as little as needed so that demand over more days is never stochastically smaller:
 * with r = mean / (v - 1), both v and r may only grow with the horizon (Müller and Stoyan 2002, §1.8: the
 * negative binomial is stochastically increasing in r at fixed v and in the mean at fixed r).
 */
export function makeDistribution(parts: {
  dailyMean: ArrayLike<number>
  varianceToMean: ArrayLike<number>
  dayVarianceToMean: number
  recalibration?: Float64Array | null | undefined
  empiricalDays?: EmpiricalDays | null | undefined
  narrowing?: number | null | undefined
}): DemandDistribution {
  const horizonDays = parts.dailyMean.length
  const cumulativeMean = new Float64Array(horizonDays)
  const varianceToMean = new Float64Array(horizonDays)
  let mean = 0
  let previousMean = 0
  let previous = MIN_VARIANCE_TO_MEAN
  for (let i = 0; i < horizonDays; i++) {
    mean += parts.dailyMean[i] as number
    const most = previousMean > 0 ? 1 + ((previous - 1) * mean) / previousMean : Number.POSITIVE_INFINITY
    previous = Math.max(previous, Math.min(parts.varianceToMean[i] as number, most))
    previousMean = mean
    cumulativeMean[i] = mean
    varianceToMean[i] = previous
  }
  return {
    horizonDays,
    cumulativeMean,
    varianceToMean,
    dayVarianceToMean: Math.max(MIN_VARIANCE_TO_MEAN, parts.dayVarianceToMean),
    recalibration: parts.recalibration ?? null,
    empiricalDays: parts.empiricalDays ?? null,
    ...(parts.narrowing && { narrowing: parts.narrowing }),
  }
}

/** Returns the demand distribution of a product without demand. */
export function noDemandDistribution(horizonDays: number): DemandDistribution {
  const zeros = new Float64Array(horizonDays)
  return makeDistribution({ dailyMean: zeros, varianceToMean: zeros, dayVarianceToMean: 1 })
}

/** Returns the expected units over the next `days` days; after the horizon, at its average rate. */
export function meanDemand(distribution: DemandDistribution, days: number): number {
  requireNotNegative('days', days)
  const { horizonDays, cumulativeMean } = distribution
  if (days <= 0 || horizonDays === 0) return 0
  if (days > horizonDays) return ((cumulativeMean[horizonDays - 1] as number) * days) / horizonDays
  const whole = Math.floor(days)
  const before = whole === 0 ? 0 : (cumulativeMean[whole - 1] as number)
  return whole === days ? before : before + (days - whole) * ((cumulativeMean[whole] as number) - before)
}

/**
 * Returns the variance-to-mean ratio of demand over `days` whole days; after the horizon, its excess over 1 grows in
 * proportion to the days, as the mean does.
 */
export function getVarianceToMean(distribution: DemandDistribution, days: number): number {
  const { horizonDays, varianceToMean } = distribution
  if (horizonDays === 0 || days <= 0) return MIN_VARIANCE_TO_MEAN
  if (days <= horizonDays) return varianceToMean[days - 1] as number
  return 1 + (((varianceToMean[horizonDays - 1] as number) - 1) * days) / horizonDays
}

/** Returns the expected units of a single day, where day 1 is the first after the origin. */
export function meanOfDay(distribution: DemandDistribution, day: number): number {
  requireCount('day', day, 1)
  return meanDemand(distribution, day) - meanDemand(distribution, day - 1)
}

/** Returns how the demand of a single day is spread. */
export function spreadOfDay(
  { changedDays, dayVarianceToMean, empiricalDays = null }: DemandDistribution,
  day: number,
): DaySpread {
  return changedDays?.get(day) ?? { varianceToMean: dayVarianceToMean, empiricalDays }
}

/**
 * Returns the same demand distribution `days` later, when there is no newer fit: the rest of the horizon,
 * with the same variance-to-mean ratio for each length of sum. A distribution that has elapsed completely
 * keeps its last day.
 */
export function dropElapsedDays(distribution: DemandDistribution, days: number): DemandDistribution {
  requireCount('days', days, 0)
  if (days === 0 || distribution.horizonDays === 0) return distribution
  const dropped = Math.min(days, distribution.horizonDays - 1)
  const left = distribution.horizonDays - dropped
  const dailyMean = new Float64Array(left)
  for (let i = 0; i < left; i++) dailyMean[i] = meanOfDay(distribution, dropped + i + 1)
  return makeDistribution({
    dailyMean,
    varianceToMean: distribution.varianceToMean,
    dayVarianceToMean: distribution.dayVarianceToMean,
    recalibration: distribution.recalibration,
    empiricalDays: distribution.empiricalDays,
    narrowing: distribution.narrowing,
  })
}
