import type { Clock } from './clock.ts'

/** Days are `YYYY-MM-DD` in text and SQL, and whole days since 1970-01-01 ("epoch days") in the engine. */

const DAY_MS = 86_400_000
/** UTC offsets change at whole quarters of an hour, so one answer serves a quarter of an hour of instants. */
const SLOT_MS = 900_000

const slotCaches = new Map<string, Map<number, number>>()
const formatters = new Map<string, Intl.DateTimeFormat>()

/** The calendar day on which `instant` falls in `timeZone` (IANA name). */
export function dayOf(instant: Date, timeZone: string): string {
  return dayFromEpoch(epochDayOf(instant, timeZone))
}

export function today(clock: Clock, timeZone: string): string {
  return dayOf(clock.now(), timeZone)
}

/** The hour of the day, 0 to 23, that the clocks of `timeZone` show. */
export function hourOf(instant: Date, timeZone: string): number {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  return Number(hour.format(instant))
}

/** `2026-11-20` → 20777. */
export function epochDay(day: string): number {
  const instant = Date.parse(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(instant))
    throw new RangeError(`day must be YYYY-MM-DD, got ${day}`)
  return instant / DAY_MS
}

/** 20777 → `2026-11-20`. */
export function dayFromEpoch(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The same as `dayOf`, as an epoch day: what bulk work over millions of instants uses. */
export function epochDayOf(instant: Date, timeZone: string): number {
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
    // en-CA writes ISO dates.
    found = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formatters.set(timeZone, found)
  }
  return found
}
