import Holidays from 'date-holidays-parser'
import { holidayRules, shoppingRules } from './rules/index.ts'

export interface CalendarEvent {
  /** Epoch day (days since 1970-01-01). */
  readonly day: number
  /** English; the same every year. */
  readonly name: string
  readonly kind: 'holiday' | 'shopping'
}

const MS_PER_DAY = 24 * 60 * 60 * 1000

/** The types of the library that stand for our kinds. */
const HOLIDAY_TYPE = 'public'
const SHOPPING_TYPE = 'observance'

interface Calendar {
  library: Holidays
  /** Places of the rules: of two that give the same day, the one with the lower place counts. */
  places: ReadonlyMap<string, number>
}

// A year takes the library up to 40 ms where holidays follow the moon.
/** The countries whose events are known, ISO 3166-1 alpha-2, in alphabetical order. */
export const calendarCountries: readonly string[] = Object.keys(holidayRules).sort()

const calendars = new Map<string, Calendar>()
const eventsOfYears = new Map<string, readonly CalendarEvent[]>()

/**
 * Returns the holidays and shopping days of a country from one epoch day to another, both included, in order of days;
 * none for a country that is not known. There is at most one event a day, and a substitute day has the name of its
 * holiday. `country` is ISO 3166-1 alpha-2.
 */
export function calendarEvents(country: string, firstDay: number, lastDay: number): CalendarEvent[] {
  const events: CalendarEvent[] = []
  if (!Object.hasOwn(holidayRules, country)) return events
  for (let year = toYear(firstDay); year <= toYear(lastDay); year++) {
    for (const event of eventsOfYear(country, year)) {
      if (event.day >= firstDay && event.day <= lastDay) events.push(event)
    }
  }
  return events
}

function eventsOfYear(country: string, year: number): readonly CalendarEvent[] {
  const key = `${country} ${year}`
  const known = eventsOfYears.get(key)
  if (known) return known
  const events = computeYear(country, year)
  eventsOfYears.set(key, events)
  return events
}

function computeYear(country: string, year: number): CalendarEvent[] {
  const { library, places } = getCalendar(country)
  const getPlace = (rule: string) => places.get(rule) ?? places.size
  const found = library.getHolidays(year).sort((a, b) => getPlace(a.rule) - getPlace(b.rule))
  const byDay = new Map<number, CalendarEvent>()
  for (const { date, start, end, name, type } of found) {
    const kind = type === SHOPPING_TYPE ? 'shopping' : 'holiday'
    const first = toDay(date)
    // One of the days may be an hour shorter or longer where the process is.
    const days = Math.round((end.getTime() - start.getTime()) / MS_PER_DAY)
    for (let day = first; day < first + days; day++) {
      if (!byDay.has(day)) byDay.set(day, { day, name, kind })
    }
  }
  return [...byDay.values()].sort((a, b) => a.day - b.day)
}

function getCalendar(country: string): Calendar {
  const known = calendars.get(country)
  if (known) return known
  const days = getRules(country)
  const calendar = {
    library: new Holidays({ holidays: { [country]: { names: {}, langs: ['en'], days } } }, country),
    places: new Map(Object.keys(days).map((rule, place) => [rule, place])),
  }
  calendars.set(country, calendar)
  return calendar
}

/** Returns the rules of a country for the library, those that go before others first. */
function getRules(country: string): Record<string, { name: { en: string }; type: string }> {
  const typed = (rules: Readonly<Record<string, string>> = {}, type: string) =>
    Object.entries(rules).map(([rule, name]) => [rule, { name: { en: name }, type }] as const)
  return Object.fromEntries([
    ...typed(holidayRules[country], HOLIDAY_TYPE),
    ...typed(shoppingRules[country], SHOPPING_TYPE),
  ])
}

/** Returns the epoch day of a text that starts with YYYY-MM-DD. */
function toDay(date: string): number {
  return Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / MS_PER_DAY
}

function toYear(day: number): number {
  return new Date(day * MS_PER_DAY).getUTCFullYear()
}
