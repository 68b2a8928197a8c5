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

/** Regression coefficients for each segment of the horizon. */
export type PooledLevel = readonly Float64Array[]
