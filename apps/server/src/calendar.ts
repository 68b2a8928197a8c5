import type { Clock } from './clock.ts'

/** Days are `YYYY-MM-DD` in text and SQL, and whole days since 1970-01-01 ("epoch days") in the engine. */

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** UTC offsets change at whole quarters of an hour, so one answer serves a quarter of an hour of instants. */
const SLOT_MS = 900_000

const slotCaches = new Map<string, Map<number, number>>()
const formatters = new Map<string, Intl.DateTimeFormat>()
const clockFormatters = new Map<string, Intl.DateTimeFormat>()

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

/** Minutes since midnight that the clocks of `timeZone` show. */
export function minuteOf(instant: Date, timeZone: string): number {
  return Math.floor((shownAt(instant, timeZone) % DAY_MS) / MINUTE_MS)
}

/**
 * When the clocks of `timeZone` show this minute of an epoch day. A minute that is skipped when the clocks go forward is
 * taken as so long after it as it would have been; of one that comes twice, the first.
 */
export function instantOf(day: number, minute: number, timeZone: string): Date {
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

/** What the clocks of `timeZone` show, to the minute, as if it were UTC. */
function shownAt(instant: Date, timeZone: string): number {
  const day = epochDayOf(instant, timeZone)
  const [hour = 0, minute = 0] = clockFormatter(timeZone).format(instant).split(':').map(Number)
  return day * DAY_MS + (hour * 60 + minute) * MINUTE_MS
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
