import type { EventEffect } from '../types.ts'
import { SEGMENTS } from './segments.ts'

/** Length, in days, of the parts of the horizon after the last segment. */
const LATER_DAYS = 30
/** Largest factor by which the other days of a segment make up for its events. */
const MAX_MADE_UP = 1.25

/** Returns for each day of the horizon its sales ÷ those of a usual day; null without an event. */
export function eventRatios(
  effects: readonly EventEffect[],
  { origin, horizonDays }: { origin: number; horizonDays: number },
): Float64Array | null {
  if (effects.length === 0) return null
  const ratios = new Float64Array(horizonDays).fill(1)
  for (const { day, ratio } of effects) ratios[day - origin - 1] = ratio
  return ratios
}

/**
 * Multiplies the expected units of each day by its ratio to a usual day, and then all days of a segment by what keeps the sum
 * of the segment: what customers do not buy on a holiday, they mostly buy around it.
 */
export function applyEvents(daily: Float64Array, ratios: Float64Array): void {
  for (let start = 0, end: number; start < daily.length; start = end) {
    const segment = SEGMENTS.find((one) => one.start === start)
    end = Math.min(segment?.end ?? start + LATER_DAYS, daily.length)
    let [usual, withEvents] = [0, 0]
    for (let day = start; day < end; day++) {
      usual += daily[day]!
      daily[day]! *= ratios[day]!
      withEvents += daily[day]!
    }
    if (withEvents === usual) continue
    const madeUp = Math.min(MAX_MADE_UP, Math.max(1 / MAX_MADE_UP, usual / withEvents))
    for (let day = start; day < end; day++) daily[day]! *= madeUp
  }
}
