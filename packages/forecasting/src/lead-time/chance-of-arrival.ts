import { type LeadTimeDistribution, learnLeadTime } from './learn-lead-time.ts'
import { studentTCumulative } from './student-t.ts'

/** Share of orders that never come. */
const NEVER_COME = 0.05
/** After this many times the days that it was expected to take, an order counts as nothing. */
export const FORGOTTEN_AFTER = 2
/** An order counts for at least this many days after it is late. */
const MIN_DAYS_LATE = 7

/** Returns the age in days up to which an order that was expected to take `expectedDays` still counts. */
export function lastCountedAge(expectedDays: number): number {
  return Math.max(FORGOTTEN_AFTER * expectedDays, expectedDays + MIN_DAYS_LATE)
}

/** Returns how lead times vary around an expected one if no past orders are known: the prior of `learnLeadTime`. */
export function usualLeadTime(expectedDays: number): LeadTimeDistribution {
  return learnLeadTime({ statedDays: Math.max(1, expectedDays), observedDays: [] })
}

/**
 * Returns the chance that an order which was expected after `expectedDays` still comes, `ageDays` after it was placed: 1 up
 * to its day, then (1 − q)·S ÷ ((1 − q)·S + q), where q is the share of orders that never come and S the share of the
 * others that take longer than its age, among those not there on their day. It falls with each day, and is 0 after
 * `lastCountedAge`. The distribution's centre is moved to the expected day.
 * Source: Bayes' theorem.
 */
export function chanceOfArrival(
  { degrees, scale }: LeadTimeDistribution,
  { ageDays, expectedDays }: { ageDays: number; expectedDays: number },
): number {
  if (ageDays <= expectedDays) return 1
  if (ageDays > lastCountedAge(expectedDays)) return 0
  const late = Math.log(ageDays / Math.max(1, expectedDays)) / scale
  const longer = (1 - NEVER_COME) * 2 * studentTCumulative(-late, degrees)
  return longer / (longer + NEVER_COME)
}
