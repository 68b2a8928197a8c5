import { forAll, inCases } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromEpoch, epochDay, toDay, today, toEpochDay, toHour } from './calendar.ts'

describe('days in the shop’s time zone', () => {
  it.each([
    ['2026-11-20T04:59:59.999Z', 'America/New_York', '2026-11-19'],
    ['2026-11-20T05:00:00.000Z', 'America/New_York', '2026-11-20'],
    ['2026-11-20T18:29:59.999Z', 'Asia/Kolkata', '2026-11-20'],
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21'],
    ['2026-11-20T18:14:59.999Z', 'Asia/Kathmandu', '2026-11-20'],
    ['2026-11-20T18:15:00.000Z', 'Asia/Kathmandu', '2026-11-21'],
    // The first and the last zone of each day are 25 hours apart.
    ['2026-11-20T09:59:59.999Z', 'Pacific/Kiritimati', '2026-11-20'],
    ['2026-11-20T10:00:00.000Z', 'Pacific/Kiritimati', '2026-11-21'],
    ['2026-11-20T10:59:59.999Z', 'Pacific/Pago_Pago', '2026-11-19'],
    ['2026-11-20T11:00:00.000Z', 'Pacific/Pago_Pago', '2026-11-20'],
    // November 1, 2026 has 25 hours in New York, March 8 has 23.
    ['2026-11-01T03:59:59.999Z', 'America/New_York', '2026-10-31'],
    ['2026-11-01T04:00:00.000Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T04:59:59.999Z', 'America/New_York', '2026-11-01'],
    ['2026-11-02T05:00:00.000Z', 'America/New_York', '2026-11-02'],
    ['2026-03-08T04:59:59.999Z', 'America/New_York', '2026-03-07'],
    ['2026-03-08T05:00:00.000Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T03:59:59.999Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T04:00:00.000Z', 'America/New_York', '2026-03-09'],
    // Samoa skipped 2011-12-30.
    ['2011-12-30T09:59:59.999Z', 'Pacific/Apia', '2011-12-29'],
    ['2011-12-30T10:00:00.000Z', 'Pacific/Apia', '2011-12-31'],
  ])('%s in %s is %s', (instant, timeZone, day) => {
    expect(toDay(new Date(instant), timeZone)).toBe(day)
  })

  it('are the days that Intl gives for the instant itself, in every zone', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    inCases(
      500,
      fc.constantFrom(...zones),
      fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (timeZone, instant) => {
        const exact = new Intl.DateTimeFormat('en-CA', {
          timeZone,
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
        }).format(instant)
        expect(toDay(instant, timeZone)).toBe(exact)
      },
    )
  })

  it.each([
    ['2026-11-20T10:00:00Z', 'Pacific/Kiritimati', 0],
    ['2026-11-20T10:00:00Z', 'Pacific/Pago_Pago', 23],
    ['2026-11-01T05:30:00Z', 'America/New_York', 1],
    ['2026-11-01T06:30:00Z', 'America/New_York', 1],
    ['2026-11-20T20:30:00Z', 'Asia/Kathmandu', 2],
  ])('have the right hour: %s in %s is in hour %i', (instant, timeZone, hour) => {
    expect(toHour(new Date(instant), timeZone)).toBe(hour)
  })

  it('include today, which is taken from the clock', () => {
    const clock = { now: () => new Date('2026-11-20T02:00:00Z'), setOffset: () => {} }
    expect(today(clock, 'America/Los_Angeles')).toBe('2026-11-19')
  })

  it('are refused for an invalid instant or day', () => {
    expect(() => toEpochDay(new Date('nonsense'), 'UTC')).toThrow(RangeError)
    expect(() => epochDay('2026-1-1')).toThrow(RangeError)
    expect(() => epochDay('2026-13-01')).toThrow(RangeError)
  })
})

it('a day and its epoch day convert into each other', () => {
  expect(epochDay('1970-01-01')).toBe(0)
  expect(epochDay('2026-11-20')).toBe(20777)
  forAll(fc.integer({ min: 0, max: 60_000 }), (day) => {
    expect(epochDay(dayFromEpoch(day))).toBe(day)
  })
})
