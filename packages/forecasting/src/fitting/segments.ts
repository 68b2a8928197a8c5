/**
 * A part of the horizon with a constant level: days after the origin, from `start` up to, not including,
 * `end`.
 */
export interface Segment {
  start: number
  end: number
}

export const SEGMENTS: readonly Segment[] = [
  { start: 0, end: 7 },
  { start: 7, end: 14 },
  { start: 14, end: 30 },
  { start: 30, end: 60 },
  { start: 60, end: 90 },
]

/** Days of the horizon that are learned at least: the recalibration compares sums of 30 days. */
const MIN_LEARNED_DAYS = 30

/**
 * Returns how many days of the horizon must be learned for forecasts of `horizonDays` days. What belongs to later days
 * changes nothing of the earlier ones.
 */
export function learnedDays(horizonDays: number): number {
  return horizonDays > MIN_LEARNED_DAYS ? (SEGMENTS.at(-1) as Segment).end : MIN_LEARNED_DAYS
}

/** Regression coefficients for each segment of the horizon that was learned. */
export type PooledLevel = readonly Float64Array[]
