import { type History, meanDemandBetween } from '../history.ts'
import { SEGMENTS, type Segment } from './segments.ts'

/** 52 weeks: the same weekdays a year ago. */
export const YEAR_DAYS = 364
/** Days before a piece a year ago that it is compared with. */
export const LIFT_BASES = [28, 91] as const

const LEAST_LIFT = 0.4
const MOST_LIFT = 2.5

/** Has the series been on sale long enough before index `end` to compare with the year before? */
export function hasYearBefore(end: number): boolean {
  return end >= YEAR_DAYS + 28
}

/**
 * How much the shop sold in each piece of the horizon a year ago, against the 28 and the 91 days before that:
 * lift = Σ w · mean(piece) ÷ Σ w · mean(days before), w = 1 ÷ the series' mean of that year, within 0.4–2.5; 1 where no
 * series is old enough. Index segment × base. `daysBack` counts from the origin of all histories.
 */
export function pooledLifts(histories: readonly History[], daysBack: number): Float64Array {
  const lifts = new Float64Array(SEGMENTS.length * LIFT_BASES.length).fill(1)
  for (let b = 0; b < LIFT_BASES.length; b++) {
    const base = LIFT_BASES[b] as number
    for (let s = 0; s < SEGMENTS.length; s++) {
      const { piece, before } = pooledMeans(histories, daysBack, SEGMENTS[s] as Segment, base)
      if (before > 0) lifts[s * LIFT_BASES.length + b] = clip(piece / before)
    }
  }
  return lifts
}

function pooledMeans(histories: readonly History[], daysBack: number, segment: Segment, base: number) {
  let piece = 0
  let before = 0
  for (const history of histories) {
    const lastYear = history.n - daysBack - YEAR_DAYS
    if (lastYear < base || lastYear + segment.end > history.n - daysBack) continue
    const volume = meanDemandBetween(
      history,
      Math.max(0, lastYear - 182),
      Math.min(lastYear + 182, history.n - daysBack),
    )
    if (!(volume > 0)) continue
    piece += meanDemandBetween(history, lastYear + segment.start, lastYear + segment.end) / volume
    before += meanDemandBetween(history, lastYear - base, lastYear) / volume
  }
  return { piece, before }
}

export function clip(lift: number): number {
  return Math.min(MOST_LIFT, Math.max(LEAST_LIFT, lift))
}
