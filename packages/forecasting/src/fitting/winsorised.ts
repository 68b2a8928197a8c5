/** Largest deviation from which a regression or a tree learns, in standard deviations of a day. */
const LARGEST = 2

/**
 * Returns by how much demand after a past origin exceeded a forecast, at most two standard deviations of a day. Least squares
 * would otherwise follow the few origins that a very large order came after. What fell short stays as it
 * is, because demand cannot fall below zero. Winsorising: Tukey 1962, "The future of data analysis".
 */
export function winsorised(deviation: number): number {
  return Math.min(LARGEST, deviation)
}
