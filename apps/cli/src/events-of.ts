import type { CalendarEvent } from '@stockcast/forecasting/forecast'
import { InputError } from './input-error.ts'

/** Returns the holidays and shopping days of a country between two epoch days; refuses one whose days are not known. */
export async function getEvents(
  country: string,
  firstDay: number,
  lastDay: number,
): Promise<CalendarEvent[]> {
  const { calendarCountries, calendarEvents } = await import('@stockcast/calendar')
  const code = country.toUpperCase()
  if (calendarCountries.includes(code)) return calendarEvents(code, firstDay, lastDay)
  throw new InputError(`--country is ${country}; holidays are known of ${calendarCountries.join(', ')}.`)
}
