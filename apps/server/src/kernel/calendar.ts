import { DAY_MS, MINUTE_MS } from '@stockcast/contract'
import type { Clock } from './clock/clock.ts'

/** Days are `YYYY-MM-DD` in text and SQL, and whole days since 1970-01-01 ("epoch days") in the engine. */

/**
 * UTC offsets change at whole quarters of an hour, so one answer holds for a quarter of an hour of instants.
 */
const SLOT_MS = 15 * MINUTE_MS

const slotCaches = new Map<string, Map<number, number>>()
const formatters = new Map<string, Intl.DateTimeFormat>()
const clockFormatters = new Map<string, Intl.DateTimeFormat>()

/** Returns the calendar day on which `instant` falls in `timeZone` (IANA name). */
export function toDay(instant: Date, timeZone: string): string {
  return dayFromEpoch(toEpochDay(instant, timeZone))
}

export function today(clock: Clock, timeZone: string): string {
  return toDay(clock.now(), timeZone)
}

/** Returns the hour of the day, 0 to 23, that clocks in `timeZone` show. */
export function toHour(instant: Date, timeZone: string): number {
  return Math.floor(toMinute(instant, timeZone) / 60)
}

/** Returns the minutes since midnight that clocks in `timeZone` show. */
export function toMinute(instant: Date, timeZone: string): number {
  return Math.floor((shownAt(instant, timeZone) % DAY_MS) / MINUTE_MS)
}

/**
 * Returns when clocks in `timeZone` show this minute of an epoch day. A minute that is skipped when the
 * clocks go forward is taken to be that much later; of a minute that occurs twice, the first is taken.
 */
export function toInstant(day: number, minute: number, timeZone: string): Date {
  const wanted = day * DAY_MS + minute * MINUTE_MS
  const offsets = [-DAY_MS, DAY_MS].map((shift) => {
    const near = new Date(wanted + shift)
    return shownAt(near, timeZone) - near.getTime()
  })
  const candidates = offsets
    .map((offset) => new Date(wanted - offset))
    .sort((a, b) => a.getTime() - b.getTime())
  return candidates.find((each) => shownAt(each, timeZone) === wanted) ?? new Date(wanted - offsets[0]!)
}

/** Returns when the calendar day of `instant` begins in `timeZone`. */
export function startOfDay(instant: Date, timeZone: string): Date {
  return toInstant(toEpochDay(instant, timeZone), 0, timeZone)
}

export function startOfNextDay(instant: Date, timeZone: string): Date {
  return toInstant(toEpochDay(instant, timeZone) + 1, 0, timeZone)
}

/** Returns what clocks in `timeZone` show, to the minute, as if it were UTC. */
function shownAt(instant: Date, timeZone: string): number {
  const day = toEpochDay(instant, timeZone)
  const [hour = 0, minute = 0] = clockFormatter(timeZone).format(instant).split(':').map(Number)
  return day * DAY_MS + (hour * 60 + minute) * MINUTE_MS
}

/** Converts `2026-11-20` to 20777. */
export function epochDay(day: string): number {
  const instant = Date.parse(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(instant))
    throw new RangeError(`day must be YYYY-MM-DD, got ${day}`)
  return instant / DAY_MS
}

/** Converts 20777 to `2026-11-20`. */
export function dayFromEpoch(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the same as `dayOf`, as an epoch day, for bulk work over millions of instants. */
export function toEpochDay(instant: Date, timeZone: string): number {
  const time = instant.getTime()
  if (Number.isNaN(time)) throw new RangeError('instant must be a valid date')
  const cache = slotCache(timeZone)
  const slot = Math.floor(time / SLOT_MS)
  const known = cache.get(slot)
  if (known !== undefined) return known
  const day = epochDay(formatter(timeZone).format(slot * SLOT_MS))
  if (cache.size > 200_000) cache.clear()
  cache.set(slot, day)
  return day
}

function slotCache(timeZone: string): Map<number, number> {
  let cache = slotCaches.get(timeZone)
  if (!cache) {
    cache = new Map()
    slotCaches.set(timeZone, cache)
  }
  return cache
}

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone)
  if (!found) {
    // The locale en-CA formats dates as ISO 8601.
    found = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formatters.set(timeZone, found)
  }
  return found
}

function clockFormatter(timeZone: string): Intl.DateTimeFormat {
  let found = clockFormatters.get(timeZone)
  if (!found) {
    found = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clockFormatters.set(timeZone, found)
  }
  return found
}
