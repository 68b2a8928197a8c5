import { requireCount, requireNotNegative } from '../arguments.ts'
import { LEAST_DISPERSION } from './negative-binomial.ts'

/**
 * The probability distribution of demand over the next days. Demand over the first h days is negative
 * binomial with mean `cumulativeMean[h - 1]` and variance-to-mean ratio `dispersion[h - 1]`; `dayDispersion`
 * is the ratio for a single day. Read it with the functions of this folder; the fields may change.
 */
export interface DemandLaw {
  readonly horizonDays: number
  readonly cumulativeMean: Float64Array
  readonly dispersion: Float64Array
  readonly dayDispersion: number
}

/**
 * Builds a demand distribution from each day's mean and the variance-to-mean ratio v of every cumulative sum.
 * The ratio is changed as little as needed so that demand over more days is never stochastically smaller:
 * with r = mean / (v - 1), both v and r may only grow with the horizon (Müller and Stoyan 2002, §1.8: the
 * negative binomial is stochastically increasing in r at fixed v and in the mean at fixed r).
 */
export function makeLaw(parts: {
  dailyMean: ArrayLike<number>
  dispersion: ArrayLike<number>
  dayDispersion: number
}): DemandLaw {
  const horizonDays = parts.dailyMean.length
  const cumulativeMean = new Float64Array(horizonDays)
  const dispersion = new Float64Array(horizonDays)
  let mean = 0
  let previousMean = 0
  let previous = LEAST_DISPERSION
  for (let i = 0; i < horizonDays; i++) {
    mean += parts.dailyMean[i] as number
    const most = previousMean > 0 ? 1 + ((previous - 1) * mean) / previousMean : Number.POSITIVE_INFINITY
    previous = Math.max(previous, Math.min(parts.dispersion[i] as number, most))
    previousMean = mean
    cumulativeMean[i] = mean
    dispersion[i] = previous
  }
  return {
    horizonDays,
    cumulativeMean,
    dispersion,
    dayDispersion: Math.max(LEAST_DISPERSION, parts.dayDispersion),
  }
}

/** Returns the demand distribution of a product without demand. */
export function noDemandLaw(horizonDays: number): DemandLaw {
  const zeros = new Float64Array(horizonDays)
  return makeLaw({ dailyMean: zeros, dispersion: zeros, dayDispersion: 1 })
}

/** Returns the expected units over the next `days` days; after the horizon, at its average rate. */
export function meanDemand(law: DemandLaw, days: number): number {
  requireNotNegative('days', days)
  const { horizonDays, cumulativeMean } = law
  if (days <= 0 || horizonDays === 0) return 0
  if (days > horizonDays) return ((cumulativeMean[horizonDays - 1] as number) * days) / horizonDays
  const whole = Math.floor(days)
  const before = whole === 0 ? 0 : (cumulativeMean[whole - 1] as number)
  return whole === days ? before : before + (days - whole) * ((cumulativeMean[whole] as number) - before)
}

/**
 * Returns the variance-to-mean ratio of demand over `days` whole days; after the horizon it stays constant.
 */
export function dispersionOf(law: DemandLaw, days: number): number {
  const { horizonDays, dispersion } = law
  if (horizonDays === 0 || days <= 0) return LEAST_DISPERSION
  if (days <= horizonDays) return dispersion[days - 1] as number
  return 1 + (((dispersion[horizonDays - 1] as number) - 1) * days) / horizonDays
}

/** Returns the expected units of a single day, where day 1 is the first after the origin. */
export function meanOfDay(law: DemandLaw, day: number): number {
  requireCount('day', day, 1)
  return meanDemand(law, day) - meanDemand(law, day - 1)
}

/**
 * Returns the same demand distribution `days` later, when there is no newer fit: the rest of the horizon,
 * with the same variance-to-mean ratio for each length of sum. A distribution that has elapsed completely
 * keeps its last day.
 */
export function dropElapsedDays(law: DemandLaw, days: number): DemandLaw {
  requireCount('days', days, 0)
  if (days === 0 || law.horizonDays === 0) return law
  const dropped = Math.min(days, law.horizonDays - 1)
  const left = law.horizonDays - dropped
  const dailyMean = new Float64Array(left)
  for (let i = 0; i < left; i++) dailyMean[i] = meanOfDay(law, dropped + i + 1)
  return makeLaw({ dailyMean, dispersion: law.dispersion, dayDispersion: law.dayDispersion })
}
