import { GATHER_ALERTS_MS, MINUTE_MS, type Timing } from '@stockcast/contract'
import { toEpochDay, toInstant, toMinute } from '../../../kernel/calendar.ts'

const DAYS_OF_WEEK = 7

export interface Schedule {
  timing: Timing
  /** HH:MM in the shop's time zone. */
  at: string
  /** 1 Monday to 7 Sunday. */
  weekday: number
}

/**
 * Returns when an alert of this instant is sent: soon, together with those right after it, or with the next
 * digest.
 */
export function dueAt(schedule: Schedule, alertedAt: Date, timeZone: string): Date {
  if (schedule.timing === 'at_once') return new Date(alertedAt.getTime() + GATHER_ALERTS_MS)
  const today = toEpochDay(alertedAt, timeZone)
  const minute = minuteOfTime(schedule.at)
  for (let day = today; ; day++) {
    const isDay = schedule.timing === 'daily' || isoWeekday(day) === schedule.weekday
    const instant = toInstant(day, minute, timeZone)
    if (isDay && instant > alertedAt) return instant
  }
}

export interface QuietHours {
  from: string
  to: string
}

/**
 * Returns the instant itself, or the end of the quiet hours in which it falls. There are none when both times
 * are equal.
 */
export function afterQuiet({ from, to }: QuietHours, instant: Date, timeZone: string): Date {
  const [start, end] = [minuteOfTime(from), minuteOfTime(to)]
  const now = toMinute(instant, timeZone)
  const isQuiet = start <= end ? now >= start && now < end : now >= start || now < end
  if (!isQuiet) return instant
  const today = toEpochDay(instant, timeZone)
  const ending = toInstant(today, end, timeZone)
  return ending > instant ? ending : toInstant(today + 1, end, timeZone)
}

/**
 * Returns the earliest instant from `instant` on that is in none of several quiet hours, each of which may end within another.
 */
export function afterAllQuiet(hours: readonly QuietHours[], instant: Date, timeZone: string): Date {
  return [...hours, ...hours].reduce((at, quiet) => afterQuiet(quiet, at, timeZone), instant)
}

function minuteOfTime(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** Returns the ISO weekday of an epoch day; 1970-01-01 was a Thursday. */
function isoWeekday(day: number): number {
  return ((((day + 3) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK) + 1
}

const FIRST_WAIT_MS = 5000
const LONGEST_WAIT_MS = 15 * MINUTE_MS

/**
 * Returns how long to wait after the `attempt`-th try failed. The wait doubles up to a quarter of an hour and
 * varies by a quarter, so that many tries do not return at the same moment. It is never shorter than the
 * provider asked for. `chance` is 0 to 1.
 */
export function waitBeforeTry(attempt: number, askedMs: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), LONGEST_WAIT_MS)
  return Math.max(askedMs, Math.round(wait * (0.75 + chance / 2)))
}
