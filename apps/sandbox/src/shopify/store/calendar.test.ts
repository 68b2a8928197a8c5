import { forAll, inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Calendar, isoDay, parseIsoDay, toWeekday } from './calendar.ts'

const HOUR_MS = 3_600_000
const day = (text: string) => parseIsoDay(text)!

describe('calendar days of a time zone', () => {
  it.each(['America/New_York', 'Europe/London', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'])(
    '%s: every time of a day is in that day, through changes of the clock',
    (timeZone) => {
      const calendar = new Calendar(timeZone)
      const days = fc.integer({ min: day('2024-01-01'), max: day('2027-12-31') })
      inCases(300, days, fc.integer({ min: 0, max: 24 * HOUR_MS - 1 }), (each, msOfDay) => {
        expect(calendar.toDay(calendar.toInstant(each, msOfDay))).toBe(each)
      })
    },
  )

  it('knows the short and the long day of New York', () => {
    const calendar = new Calendar('America/New_York')
    const hours = (text: string) =>
      (calendar.toInstant(day(text) + 1, 0) - calendar.toInstant(day(text), 0)) / HOUR_MS
    expect(hours('2026-03-08')).toBe(23)
    expect(hours('2026-11-01')).toBe(25)
    expect(hours('2026-11-20')).toBe(24)
  })

  it('counts weekdays from Monday', () => {
    expect(toWeekday(day('2026-11-16'))).toBe(0)
    expect(toWeekday(day('2026-11-22'))).toBe(6)
    expect(toWeekday(day('1969-12-29'))).toBe(0)
  })

  it('reads back the dates it writes, and no others', () => {
    forAll(fc.integer({ min: -20_000, max: 60_000 }), (each) => {
      expect(day(isoDay(each))).toBe(each)
    })
    for (const text of ['2026-02-30', '2026-1-1', '', '2026-11-20T00:00', 'series_id'])
      expect(parseIsoDay(text)).toBeNull()
  })
})
