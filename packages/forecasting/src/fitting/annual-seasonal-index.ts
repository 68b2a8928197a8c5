import { type History, meanDemandBetween } from '../history.ts'
import { SEGMENTS, type Segment } from './segments.ts'

/** 52 weeks, so that weekdays match those of a year ago. */
export const YEAR_DAYS = 364
/** Lengths of the base periods, in days, with which a segment of a year ago is compared. */
export const SEASONAL_INDEX_BASES = [28, 91] as const

const LEAST_SEASONAL_INDEX = 0.4
const MOST_SEASONAL_INDEX = 2.5

/** Returns whether the history before index `end` is long enough for a comparison with the year before. */
export function hasYearBefore(end: number): boolean {
  return end >= YEAR_DAYS + 28
}

/**
 * Returns the annual seasonal indices of the shop: sales in each segment of the horizon a year ago, relative
 * to the 28 and the 91 days before it. Index = Σ w · mean(segment) ÷ Σ w · mean(base), w = 1 ÷ the series'
 * mean of that year, clipped to 0.4–2.5; 1 if no series is old enough. Ordered by segment, then base.
 * `daysBack` counts from the common origin.
 */
export function pooledSeasonalIndices(histories: readonly History[], daysBack: number): Float64Array {
  const bases = SEASONAL_INDEX_BASES.length
  const pieces = new Float64Array(SEGMENTS.length * bases)
  const before = new Float64Array(SEGMENTS.length * bases)
  for (const history of histories) {
    const end = history.n - daysBack
    const lastYear = end - YEAR_DAYS
    if (lastYear < SEASONAL_INDEX_BASES[0]) continue
    const volume = meanDemandBetween(history, Math.max(0, lastYear - 182), lastYear + 182)
    if (volume > 0) addYear(history, lastYear, 1 / volume, pieces, before)
  }
  return pieces.map((piece, i) => ((before[i] as number) > 0 ? clip(piece / (before[i] as number)) : 1))
}

function addYear(
  history: History,
  lastYear: number,
  weight: number,
  pieces: Float64Array,
  before: Float64Array,
): void {
  for (let b = 0; b < SEASONAL_INDEX_BASES.length; b++) {
    const base = SEASONAL_INDEX_BASES[b] as number
    if (lastYear < base) continue
    const level = weight * meanDemandBetween(history, lastYear - base, lastYear)
    for (let s = 0; s < SEGMENTS.length; s++) {
      const { start, end } = SEGMENTS[s] as Segment
      const at = s * SEASONAL_INDEX_BASES.length + b
      pieces[at] =
        (pieces[at] as number) + weight * meanDemandBetween(history, lastYear + start, lastYear + end)
      before[at] = (before[at] as number) + level
    }
  }
}

/** Clips a seasonal index to 0.4–2.5, because a single year is a single observation. */
export function clip(seasonalIndex: number): number {
  return Math.min(MOST_SEASONAL_INDEX, Math.max(LEAST_SEASONAL_INDEX, seasonalIndex))
}
