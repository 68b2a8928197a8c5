import { type LeadTimeDistribution, quantileOfLeadTime } from './learn-lead-time.ts'
import { studentTCumulative, studentTQuantile } from './student-t.ts'

/** Equally likely lead times that stand for a distribution. */
export const LEAD_TIME_COUNT = 20
/** Longest lead time, days. */
export const LONGEST_LEAD_TIME_DAYS = 365

/** The 90 % quantile of the standard normal distribution. */
const NORMAL_P90 = 1.2815515655446004

/** Degrees of freedom from which Student's t and the normal distribution agree to more than a day. */
const ALMOST_NORMAL = 1e6

function middles(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i + 0.5) / count)
}

/**
 * Returns 20 equally likely lead times in ascending order: the quantiles at 2.5 %, 7.5 %, … 97.5 %, as whole
 * days from 1 to 365. They are rounded up, because what arrives within a day can be sold from the next one on.
 */
export function equallyLikelyDays(distribution: LeadTimeDistribution): number[] {
  return middles(LEAD_TIME_COUNT).map((middle) => roundedUp(quantileOfLeadTime(distribution, middle)))
}

/**
 * Returns the log-normal distribution with the stated lead time as its median and the typed worst case as its
 * 90 % quantile; null when the worst case is not longer, which leaves a lead time without spread.
 */
export function leadTimeWithWorstCase(statedDays: number, worstDays: number): LeadTimeDistribution | null {
  if (!(worstDays > statedDays)) return null
  const scale = Math.log(worstDays / statedDays) / NORMAL_P90
  return { degrees: ALMOST_NORMAL, centre: Math.log(statedDays), scale }
}

/**
 * Returns equally likely numbers of days until an open order arrives that was placed `ageDays` ago: the
 * quantiles of L − age given L > age, each at least one day, because an order that is not there is never
 * counted for today. A day confirmed by the supplier, counted from the order, replaces the centre.
 */
export function remainingDays(
  distribution: LeadTimeDistribution,
  {
    ageDays,
    confirmedDays = null,
    count = LEAD_TIME_COUNT,
  }: { ageDays: number; confirmedDays?: number | null; count?: number },
): number[] {
  const { degrees, scale } = distribution
  const centre = confirmedDays === null ? distribution.centre : Math.log(Math.max(1, confirmedDays))
  const above = ageDays <= 0 ? 1 : studentTCumulative((centre - Math.log(ageDays)) / scale, degrees)
  return middles(count).map((middle) => {
    const stillAbove = above * (1 - middle)
    if (!(stillAbove > 0)) return 1
    const days = Math.exp(centre - scale * studentTQuantile(stillAbove, degrees))
    return roundedUp(days - ageDays)
  })
}

/** Differences below this are rounding errors. */
const ALMOST_WHOLE = 1e-6

function roundedUp(days: number): number {
  return wholeDays(Math.ceil(days - ALMOST_WHOLE))
}

/**
 * Returns the age in whole days after which an order is late: later than nine in ten of the supplier's orders. A day confirmed
 * by the supplier, counted from the order, replaces the centre. The distribution is that of received orders alone: one that
 * counts late orders as well moves on with their age, and would call them late later.
 */
export function lateAfterDays(distribution: LeadTimeDistribution, confirmedDays: number | null): number {
  const centre = confirmedDays === null ? distribution.centre : Math.log(Math.max(1, confirmedDays))
  return Math.floor(quantileOfLeadTime({ ...distribution, centre }, 0.9) + ALMOST_WHOLE)
}

/** Returns a lead time as whole days within the limits. */
export function wholeDays(days: number): number {
  return Math.min(LONGEST_LEAD_TIME_DAYS, Math.max(1, Math.round(days)))
}
