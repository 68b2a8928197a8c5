import { type History, MAX_DAYS } from '../history.ts'
import { WEEKDAYS, type WeekdayTotals } from '../models/weekday-profile.ts'
import type { CalendarEvent, EventEffect } from '../types.ts'
import { shrunkRatios } from './shrunk-ratios.ts'

/** Weeks on either side of a day, from which usual days are taken, and how many of these are compared. */
const WEEKS = 5
const [MIN_USUAL_DAYS, MAX_USUAL_DAYS] = [3, 6]
/** A weekday with a smaller share of an average day is closed, and says nothing of an event. */
const MIN_SHARE = 0.1
/** Largest ratio of a single day, because the usual ones may have sold little by chance. */
const MAX_RATIO = 4
/** Days whose chance variation is measured. */
const NOISE_DAYS = 730
/** Noise of a shop that sells the same on every usual day. */
const MIN_NOISE = 1e-4

/** Sales of some of a shop's series on each of the latest days; the last element is the origin. */
export class DailySales {
  readonly sums = new Float64Array(MAX_DAYS)

  /** Adds a series, weighted by the inverse variance of its days, so that a single large seller does not dominate. */
  add({ n, units }: History, { mean, varianceToMean }: WeekdayTotals): void {
    if (mean === 0) return
    const weight = 1 / (varianceToMean * mean)
    const first = MAX_DAYS - n
    for (let t = 0; t < n; t++) this.sums[first + t]! += weight * units[t]!
  }

  addAll({ sums }: Pick<DailySales, 'sums'>): void {
    for (let t = 0; t < MAX_DAYS; t++) this.sums[t]! += sums[t]!
  }
}

/**
 * Returns what the shop sells on each event after the origin, as a ratio to a usual day, which is the median of the same
 * weekday in the weeks around it. An event that the shop has never seen gets the mean of its kind. A kind without a past event
 * has no effects.
 */
export function eventEffects(
  { sums }: Pick<DailySales, 'sums'>,
  events: readonly CalendarEvent[],
  origin: number,
): EventEffect[] {
  const days = new Set(events.map(({ day }) => day))
  const past = pastDays(sums, days, origin)
  const seen = events.flatMap((event) => {
    const ratio = ratioToUsual(past, event.day)
    return ratio === null ? [] : [{ ...event, ratio }]
  })
  if (seen.length === 0) return []
  const usual = usualRatio(past, origin)
  const relative = seen.map((event) => ({ ...event, ratio: event.ratio / usual.mean }))
  const kinds = [...Map.groupBy(relative, ({ kind }) => kind)]
  const ratioOf = new Map(kinds.map(([kind, effects]) => [kind, shrunkRatios(effects, usual.noise)]))
  return events.flatMap((event) => {
    const ratio = event.day > origin ? ratioOf.get(event.kind)?.(event.name) : undefined
    return ratio === undefined ? [] : [{ ...event, ratio }]
  })
}

/** The past days of a shop. */
interface PastDays {
  /** Returns the sales of a day; null before the first sale, and after the origin. */
  salesOn(day: number): number | null
  /** Sales of an average day. */
  average: number
  /** Days that are events. */
  events: ReadonlySet<number>
}

function pastDays(sums: Float64Array, events: ReadonlySet<number>, origin: number): PastDays {
  const first = sums.findIndex((sales) => sales > 0)
  const days = first < 0 ? 0 : MAX_DAYS - first
  return {
    events,
    average: sums.reduce((sum, sales) => sum + sales, 0) / Math.max(1, days),
    salesOn: (day) => {
      const back = origin - day
      return back >= 0 && back < days ? sums[MAX_DAYS - 1 - back]! : null
    },
  }
}

/** Returns the sales of a day ÷ those of a usual one; null if they are not known. */
function ratioToUsual({ salesOn, average, events }: PastDays, day: number): number | null {
  const sales = salesOn(day)
  if (sales === null) return null
  const usual: number[] = []
  for (let weeks = 1; weeks <= WEEKS && usual.length < MAX_USUAL_DAYS; weeks++) {
    for (const near of [day - weeks * WEEKDAYS, day + weeks * WEEKDAYS]) {
      const nearby = events.has(near) ? null : salesOn(near)
      if (nearby !== null) usual.push(nearby)
    }
  }
  if (usual.length < MIN_USUAL_DAYS) return null
  const median = getMedian(usual)
  return median < MIN_SHARE * average ? null : Math.min(MAX_RATIO, sales / median)
}

function getMedian(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

/**
 * Returns the mean ratio of usual days, which is above 1 where a few large orders leave the median low, and the variance
 * of their ratios to it.
 */
function usualRatio(past: PastDays, origin: number): { mean: number; noise: number } {
  let [sum, squares, days] = [0, 0, 0]
  for (let day = origin - NOISE_DAYS + 1; day <= origin; day++) {
    const ratio = past.events.has(day) ? null : ratioToUsual(past, day)
    if (ratio === null) continue
    sum += ratio
    squares += ratio ** 2
    days++
  }
  if (sum === 0) return { mean: 1, noise: 1 }
  const mean = sum / days
  return { mean, noise: Math.max(MIN_NOISE, squares / days / mean ** 2 - 1) }
}
