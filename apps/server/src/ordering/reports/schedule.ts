import { type ReportKind, reportFacts } from '@stockcast/contract'
import { dayFromEpoch, epochDay, toEpochDay, toInstant } from '../../kernel/calendar.ts'
import type { ReportDays } from './figures/figures-of.ts'

export interface Schedule {
  kind: ReportKind
  /** 1 Monday to 7 Sunday. */
  weekday: number
  dayOfMonth: number
  /** In the shop's time zone. */
  hour: number
  /** The latest period that had its report; null for none. */
  lastPeriod: string | null
}

/** A time at which a report is due, with the week or month that it is counted in. */
export interface Occurrence {
  at: Date
  /** `2026-W48` or `2026-11`; a later one is greater as a text. */
  period: string
  /** The epoch day in the shop's time zone. */
  day: number
}

const WEEK_DAYS = 7
const HOUR_MINUTES = 60
/** Longer than any month. */
const MONTH_DAYS = 31

/** Returns the first time after `after` in a period that had no report. */
export function nextOccurrence(schedule: Schedule, after: Date, timeZone: string): Occurrence {
  for (let day = toEpochDay(after, timeZone); ; day++) {
    if (!isOn(schedule, day)) continue
    const occurrence = occurrenceOn(schedule, day, timeZone)
    if (occurrence.at > after && isNew(schedule, occurrence)) return occurrence
  }
}

/**
 * Returns the latest time up to `now`, after `after`, in a period that had no report; null when none has come. Times that
 * were missed before it are left out, because figures of stock are those of now.
 */
export function dueOccurrence(
  schedule: Schedule,
  { after, now }: { after: Date; now: Date },
  timeZone: string,
): Occurrence | null {
  const today = toEpochDay(now, timeZone)
  for (let day = today; day >= today - MONTH_DAYS; day--) {
    if (!isOn(schedule, day)) continue
    const occurrence = occurrenceOn(schedule, day, timeZone)
    if (occurrence.at > now) continue
    return occurrence.at > after && isNew(schedule, occurrence) ? occurrence : null
  }
  return null
}

function isNew({ lastPeriod }: Schedule, { period }: Occurrence): boolean {
  return lastPeriod === null || period > lastPeriod
}

function isOn({ kind, weekday, dayOfMonth }: Schedule, day: number): boolean {
  return reportFacts[kind].every === 'week'
    ? isoWeekday(day) === weekday
    : Number(dayFromEpoch(day).slice(8)) === dayOfMonth
}

function occurrenceOn({ kind, hour }: Schedule, day: number, timeZone: string): Occurrence {
  return { at: toInstant(day, hour * HOUR_MINUTES, timeZone), period: periodOf(kind, day), day }
}

/** Returns the ISO week or the month of an epoch day. */
export function periodOf(kind: ReportKind, day: number): string {
  if (reportFacts[kind].every === 'month') return dayFromEpoch(day).slice(0, 7)
  // A week belongs to the year of its Thursday.
  const thursday = day - isoWeekday(day) + 4
  const year = dayFromEpoch(thursday).slice(0, 4)
  const week = Math.floor((thursday - epochDay(`${year}-01-01`)) / WEEK_DAYS) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** Returns the days that a report of this day is about: the month before for stockouts, otherwise the day itself. */
export function daysOf(kind: ReportKind, day: number): ReportDays {
  const today = dayFromEpoch(day)
  if (kind !== 'stockouts') return { startsOn: today, endsOn: today }
  const endsOn = dayFromEpoch(epochDay(`${today.slice(0, 7)}-01`) - 1)
  return { startsOn: `${endsOn.slice(0, 7)}-01`, endsOn }
}

/** Returns the ISO weekday of an epoch day; 1970-01-01 was a Thursday. */
function isoWeekday(day: number): number {
  return ((((day + 3) % WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS) + 1
}
