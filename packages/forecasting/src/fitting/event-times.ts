import type { ToldEvent } from '../types.ts'
import { yearsBefore } from './closed-days.ts'

/** Times of a repeated event that matter: histories have little more than three years. */
const TIMES = 5
const WEEKS_OF_YEAR = 364

/** Returns the times of an event that end after the first day of the horizon begins, and not after its end. */
export function occurrences(event: ToldEvent, origin: number, horizonDays: number): ToldEvent[] {
  return allTimes(event, origin + horizonDays).filter(
    ({ to, from }) => to > origin && from <= origin + horizonDays,
  )
}

/** Returns all times of an event up to a day: itself, and the same dates of later and earlier years where it repeats. */
export function allTimes(event: ToldEvent, until: number): ToldEvent[] {
  const { from, to, repeats } = event
  if (!repeats) return [event]
  const later = (years: number) =>
    repeats === 'yearly' ? yearsBefore(from, -years) : from + years * WEEKS_OF_YEAR
  let latest = 0
  while (later(latest + 1) <= until) latest++
  return Array.from({ length: TIMES }, (_, back) => {
    const start = later(latest - back)
    return { ...event, from: start, to: start + to - from }
  })
}
