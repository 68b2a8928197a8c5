import { type CalendarEvent, calendarEvents } from '../index.ts'

const MS_PER_DAY = 86_400_000

/** Returns the epoch day of a date in the form YYYY-MM-DD. */
export function toDay(date: string): number {
  return Date.parse(date) / MS_PER_DAY
}

/** Returns the dates of events in the form YYYY-MM-DD. */
export function toDates(events: readonly CalendarEvent[]): string[] {
  return events.map(({ day }) => new Date(day * MS_PER_DAY).toISOString().slice(0, 10))
}

/** Returns the events from the first day of a year to the last day of a year. */
export function getEvents(country: string, firstYear: number, lastYear = firstYear): CalendarEvent[] {
  return calendarEvents(country, toDay(`${firstYear}-01-01`), toDay(`${lastYear}-12-31`))
}
