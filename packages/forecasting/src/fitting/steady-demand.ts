import type { History } from '../history.ts'

/** Days whose sums are compared, and their lengths. */
const DAYS = 182
const LENGTHS = [7, 14]
const DAYS_OF_WEEK = 7
/** Largest variance of a weekday's sales ÷ their mean. */
const MAX_OF_DAY = 0.01
/** Minimum number of sums of each length. */
const MIN_SUMS = 4
/** Weight of a Poisson's variance, in sums. */
const SHRINKAGE = 1
/** Standard deviations below Poisson at which chance explains the small variance of the sums once in a thousand products. */
const DEVIATIONS = 3.09

/**
 * Returns the daily demand of a product that sells more evenly than Poisson, such as a subscription, and its standard deviation
 * of sums as a share of that of Poisson demand; null for any other product. Each weekday must sell nearly the same every week,
 * and the variance of its sums must be lower than Poisson demand would have by chance. Source: Wilson and Hilferty 1931, "The
 * distribution of chi-square"; Fisher's index of dispersion.
 */
export function steadyDemand({
  units,
  soldInStockBefore: sold,
  daysInStockBefore: days,
  n,
}: History): { level: number; narrowing: number } | null {
  if (n < DAYS_OF_WEEK * MIN_SUMS || !repeatsWeekly(units, Math.max(DAYS_OF_WEEK, n - DAYS), n)) return null
  let share = 0
  let level = 0
  for (const length of LENGTHS) {
    const count = Math.floor(Math.min(DAYS, n) / length)
    const start = n - count * length
    if (count < MIN_SUMS || days[n]! - days[start]! < n - start) return null
    const mean = (sold[n]! - sold[start]!) / count
    if (!(mean > 0)) return null
    let squares = 0
    for (let end = start + length; end <= n; end += length)
      squares += (sold[end]! - sold[end - length]! - mean) ** 2
    const freedom = count - 1
    const spread = 2 / (9 * freedom)
    const least = freedom * Math.max(0, 1 - spread - DEVIATIONS * Math.sqrt(spread)) ** 3
    if (squares / mean > least) return null
    level = mean / length
    share = Math.max(share, (squares / mean + SHRINKAGE) / (freedom + SHRINKAGE))
  }
  return { level, narrowing: Math.sqrt(share) }
}

/** Returns whether each day sells about what the same weekday sold the week before. */
function repeatsWeekly(units: Float64Array, from: number, to: number): boolean {
  let squares = 0
  let sold = 0
  for (let t = from; t < to; t++) {
    squares += (units[t]! - units[t - DAYS_OF_WEEK]!) ** 2
    sold += units[t]!
  }
  return squares / 2 <= MAX_OF_DAY * sold
}
