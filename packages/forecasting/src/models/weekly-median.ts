import type { History } from '../history.ts'

const WEEK_DAYS = 7
const WEEKS = 8

/** Buffer for the units of each week, ascending. */
const sums = new Float64Array(WEEKS)

/**
 * Returns the median of the weekly demand in the eight weeks before index `end`, in units a day. A promotion or a large
 * order of some weeks does not change it, as it changes means and exponential smoothing. Weeks before the history have no
 * demand.
 * Source: Tukey 1977, "Exploratory Data Analysis" (running medians).
 */
export function weeklyMedian({ demandBefore }: History, end: number): number {
  let stop = demandBefore[end]!
  for (let week = 0; week < WEEKS; week++) {
    const start = demandBefore[Math.max(0, end - WEEK_DAYS * (week + 1))]!
    const sum = stop - start
    stop = start
    let place = week
    for (; place > 0 && sums[place - 1]! > sum; place--) sums[place] = sums[place - 1]!
    sums[place] = sum
  }
  return (sums[WEEKS / 2 - 1]! + sums[WEEKS / 2]!) / (2 * WEEK_DAYS)
}
