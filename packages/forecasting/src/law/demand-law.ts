import { requireCount, requireNotNegative } from '../arguments.ts'
import { LEAST_DISPERSION } from './negative-binomial.ts'

/**
 * The distribution of demand over the next days: over the first h days it is negative binomial with mean
 * `cumulativeMean[h - 1]` and variance ÷ mean `dispersion[h - 1]`; `dayDispersion` is variance ÷ mean of one day.
 * Read it through the functions of this folder; the fields may change.
 */
export interface DemandLaw {
  readonly horizonDays: number
  readonly cumulativeMean: Float64Array
  readonly dispersion: Float64Array
  readonly dayDispersion: number
}

/**
 * Builds a law from each day's mean and the dispersion of every cumulative sum.
 * The dispersion is moved as little as needed so that demand over more days is never smaller in distribution: with r =
 * mean / (v - 1), both v and r may only grow with the horizon (Müller and Stoyan 2002, §1.8: the negative binomial
 * is stochastically increasing in r at fixed v and in the mean at fixed r).
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

/** A law under which nothing is ever sold. */
export function noDemandLaw(horizonDays: number): DemandLaw {
  const zeros = new Float64Array(horizonDays)
  return makeLaw({ dailyMean: zeros, dispersion: zeros, dayDispersion: 1 })
}

/** Expected units over the next `days` days; past the horizon at the horizon's average rate. */
export function meanDemand(law: DemandLaw, days: number): number {
  requireNotNegative('days', days)
  const { horizonDays, cumulativeMean } = law
  if (days <= 0 || horizonDays === 0) return 0
  if (days > horizonDays) return ((cumulativeMean[horizonDays - 1] as number) * days) / horizonDays
  const whole = Math.floor(days)
  const before = whole === 0 ? 0 : (cumulativeMean[whole - 1] as number)
  return whole === days ? before : before + (days - whole) * ((cumulativeMean[whole] as number) - before)
}

/** Variance ÷ mean of the demand over `days` whole days; past the horizon the relative spread stays. */
export function dispersionOf(law: DemandLaw, days: number): number {
  const { horizonDays, dispersion } = law
  if (horizonDays === 0 || days <= 0) return LEAST_DISPERSION
  if (days <= horizonDays) return dispersion[days - 1] as number
  return 1 + (((dispersion[horizonDays - 1] as number) - 1) * days) / horizonDays
}

/** Expected units of one day alone, day 1 being the first after the origin. */
export function meanOfDay(law: DemandLaw, day: number): number {
  requireCount('day', day, 1)
  return meanDemand(law, day) - meanDemand(law, day - 1)
}

/**
 * The same law seen `days` later, when no newer fit exists: the rest of the horizon, the dispersion of a sum
 * depending on its length as before. A law that has wholly elapsed keeps its last day.
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
