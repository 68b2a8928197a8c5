import { toWeekday, WEEKDAYS } from '../models/weekday-profile.ts'
import type { DaysAhead } from './days-ahead.ts'
import { applyEvents } from './event-days.ts'
import { SEGMENTS } from './segments.ts'
import type { ShopKnowledge } from './shop-knowledge.ts'

/**
 * Returns the expected units of each day of the horizon: level of its segment × weekday ratio. After the last
 * segment, the last level continues. `firstDay` is the epoch day after the origin.
 */
export function dailyMeans(
  levels: Float64Array,
  ratios: Float64Array,
  firstDay: number,
  horizonDays: number,
): Float64Array {
  const out = new Float64Array(horizonDays)
  let s = 0
  let weekday = toWeekday(firstDay)
  for (let day = 0; day < horizonDays; day++) {
    while (s < SEGMENTS.length - 1 && SEGMENTS[s]!.end <= day) s++
    out[day] = (levels[s] as number) * (ratios[weekday] as number)
    weekday = weekday === WEEKDAYS - 1 ? 0 : weekday + 1
  }
  return out
}

/** Applies the closed days and the events of a shop to expected units; `firstDay` is the epoch day of the first ones. */
export function applyCalendar(
  daily: Float64Array,
  firstDay: number,
  { closedDays, eventRatios }: Pick<ShopKnowledge, 'closedDays' | 'eventRatios'>,
): void {
  for (const day of closedDays)
    if (day >= firstDay && day - firstDay < daily.length) daily[day - firstDay] = 0
  if (eventRatios) applyEvents(daily, eventRatios)
}

/**
 * Applies the closings and sales ahead to expected units. Returns the standard deviation that they add to each sum of the first
 * days, units; null without any.
 */
export function applyAhead(daily: Float64Array, ahead: DaysAhead | null): Float64Array | null {
  if (!ahead) return null
  const added = new Float64Array(daily.length)
  let sum = 0
  for (let day = 0; day < daily.length; day++) {
    sum += daily[day]! * (ahead.deviations[day] ?? 0)
    added[day] = sum
    daily[day]! *= ahead.ratios[day] ?? 1
  }
  return ahead.isTold ? keptRelative(added, daily) : added
}

/**
 * Makes shorter sums as uncertain, as a share of their means, as the longest ones are: the relative variance of a demand distribution
 * may only fall with the days.
 */
export function keptRelative(added: Float64Array, daily: Float64Array): Float64Array {
  const sums = new Float64Array(daily.length)
  let mean = 0
  for (let day = 0; day < daily.length; day++) sums[day] = mean += daily[day]!
  for (let day = daily.length - 2; day >= 0 && sums[day]! > 0; day--)
    added[day] = Math.max(added[day]!, (added[day + 1]! * sums[day]!) / sums[day + 1]!)
  return added
}

/**
 * Adds the variance of these standard deviations (units) to the variance-to-mean ratio of each sum; without any, returns the
 * ratios unchanged.
 */
export function withDeviations(
  ratios: Float64Array,
  dailyMean: Float64Array,
  deviations: Float64Array | null,
): Float64Array {
  if (!deviations) return ratios
  let mean = 0
  return ratios.map((ratio, day) => {
    mean += dailyMean[day]!
    return mean > 0 ? ratio + deviations[day]! ** 2 / mean : ratio
  })
}

/** Returns the expected units over the first `days` days; after the end of `daily`, at its average rate. */
export function sumOver(daily: Float64Array, days: number): number {
  let sum = 0
  const known = Math.min(days, daily.length)
  for (let day = 0; day < known; day++) sum += daily[day] as number
  return known === 0 ? 0 : (sum * days) / known
}
