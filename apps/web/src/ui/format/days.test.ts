import { describe, expect, it } from 'vitest'
import { writeAsIn } from './country.ts'
import {
  addDays,
  dayOfInstant,
  daysBetween,
  formatBillingDate,
  formatDay,
  formatDayRange,
  formatElapsed,
  formatLongInstant,
  formatTime,
  formatTimeOrDay,
  formatWeekday,
} from './days.ts'

const NEW_YORK = 'America/New_York'

describe('Days on screen:', () => {
  it('a calendar day never shifts, whatever the time zone of this computer', () => {
    expect(formatDay('2026-11-24')).toBe('Nov 24')
    expect(formatWeekday('2026-11-22')).toBe('Sun, Nov 22')
    expect(formatDayRange('2026-11-29', '2026-12-04')).toBe('Nov 29 to Dec 4')
    expect(formatDayRange('2026-11-29', '2026-11-29')).toBe('Nov 29')
  })

  it.each([
    ['2026-11-20', 14, '2026-12-04'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-08', -1, '2026-03-07'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('%s and %d days is %s, and back', (from, days, to) => {
    expect(addDays(from, days)).toBe(to)
    expect(daysBetween(from, to)).toBe(days)
  })

  it('an instant belongs to the calendar day of the shop', () => {
    expect(dayOfInstant('2026-11-20T04:30:00Z', NEW_YORK)).toBe('2026-11-19')
    expect(dayOfInstant('2026-11-20T04:30:00Z', 'Asia/Tokyo')).toBe('2026-11-20')
  })

  it('times are in the shop’s time zone', () => {
    expect(formatTime('2026-11-20T15:32:00Z', NEW_YORK)).toBe('10:32 AM')
    expect(formatTimeOrDay('2026-11-20T15:32:00Z', '2026-11-20T20:00:00Z', NEW_YORK)).toBe('10:32 AM')
    expect(formatTimeOrDay('2026-11-16T15:32:00Z', '2026-11-20T20:00:00Z', NEW_YORK)).toBe('Nov 16')
  })

  it('R-02 an alert’s time is in the long localised form', () => {
    expect(formatLongInstant('2026-11-20T11:02:00Z', NEW_YORK)).toBe('Friday, November 20, 2026 at 6:02 AM')
  })

  it.each([
    ['DE', '24 Nov', '29 Nov to 4 Dec', '10:32', 'Friday, 20 November 2026 at 06:02'],
    ['GB', '24 Nov', '29 Nov to 4 Dec', '10:32', 'Friday, 20 November 2026 at 06:02'],
    ['IN', '24 Nov', '29 Nov to 4 Dec', '10:32 am', 'Friday, 20 November 2026 at 6:02 am'],
    ['JP', 'Nov 24', 'Nov 29 to Dec 4', '10:32', 'Friday, November 20, 2026 at 6:02'],
  ])('R-02 a shop in %s reads %s, %s, %s', (country, day, range, time, inFull) => {
    writeAsIn(country)
    expect(formatDay('2026-11-24')).toBe(day)
    expect(formatDayRange('2026-11-29', '2026-12-04')).toBe(range)
    expect(formatTime('2026-11-20T15:32:00Z', NEW_YORK)).toBe(time)
    expect(formatLongInstant('2026-11-20T11:02:00Z', NEW_YORK)).toBe(inFull)
    expect(formatBillingDate('2026-12-04T15:00:00Z', NEW_YORK)).toBe('Dec 04, 2026')
  })

  it('G-05 a billing date is MMM dd, yyyy', () => {
    expect(formatBillingDate('2026-12-04T15:00:00Z', NEW_YORK)).toBe('Dec 04, 2026')
  })

  it.each([
    ['2026-11-20T15:07:00Z', '25 minutes'],
    ['2026-11-20T14:31:00Z', '1 hour'],
    ['2026-11-20T13:14:00Z', '2 hours'],
    ['2026-11-17T13:14:00Z', '3 days'],
  ])('since %s it has been %s', (from, text) => {
    expect(formatElapsed(from, '2026-11-20T15:32:00Z')).toBe(text)
  })
})
