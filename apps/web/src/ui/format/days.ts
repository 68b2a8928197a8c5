import { DAY_MS } from '@stockcast/contract'
import { formats } from './country.ts'
import { formatCount } from './numbers.ts'

/**
 * A calendar day `YYYY-MM-DD` has no time zone; it is parsed and formatted in UTC so that it never shifts.
 */
function utcDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

/** Returns, for example, `Nov 24`. */
export function formatDay(day: string): string {
  return formats().date(utcDate(day), 'day')
}

/** Returns, for example, `Sun, Nov 22`. */
export function formatWeekday(day: string): string {
  return formats().date(utcDate(day), 'weekday')
}

/** Returns, for example, `Friday, November 20`. */
export function formatLongDay(day: string): string {
  return formats().date(utcDate(day), 'weekdayInFull')
}

/** Returns, for example, `Nov 29 to Dec 4`. */
export function formatDayRange(from: string, to: string): string {
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
}

export function addDays(day: string, days: number): string {
  return new Date(utcDate(day).getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the whole days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcDate(to).getTime() - utcDate(from).getTime()) / DAY_MS)
}

/** Returns the calendar day of an instant in the shop's time zone, `YYYY-MM-DD`. */
export function dayOfInstant(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(instant))
}

/** Returns, for example, `10:32 AM`, in the shop's time zone. */
export function formatTime(instant: string, timeZone: string): string {
  return formats().date(new Date(instant), 'time', timeZone)
}

/** Returns `10:32 AM` on the same day, otherwise `Nov 16`. */
export function formatTimeOrDay(instant: string, now: string, timeZone: string): string {
  const day = dayOfInstant(instant, timeZone)
  return day === dayOfInstant(now, timeZone) ? formatTime(instant, timeZone) : formatDay(day)
}

/** Returns the long localised form: `Friday, November 20, 2026 at 6:02 AM`. */
export function formatLongInstant(instant: string, timeZone: string): string {
  return formats().date(new Date(instant), 'inFull', timeZone)
}

/** Returns `MMM dd, yyyy` (spec §9), the same in every country. */
export function formatBillingDate(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: '2-digit',
    year: 'numeric',
    timeZone,
  }).format(new Date(instant))
}

/** Returns how long ago something was: `25 minutes`, `2 hours`, `3 days`. */
export function formatElapsed(from: string, to: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 60_000))
  if (minutes < 60) return formatCount(minutes, 'minute')
  if (minutes < 48 * 60) return formatCount(Math.floor(minutes / 60), 'hour')
  return formatCount(Math.floor(minutes / (24 * 60)), 'day')
}
