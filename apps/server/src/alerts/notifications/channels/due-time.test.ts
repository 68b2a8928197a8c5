import { HOUR_MS } from '@stockcast/contract'
import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterQuiet, dueAt, waitBeforeTry } from './due-time.ts'

const newYork = 'America/New_York'
const at = (iso: string) => new Date(iso)

describe('the time at which an alert is sent', () => {
  const daily = { timing: 'daily', at: '08:00', weekday: 1 } as const
  const weekly = { timing: 'weekly', at: '08:00', weekday: 1 } as const

  it('is two seconds later for "at once", so that alerts right after it join the message', () => {
    const schedule = { ...daily, timing: 'at_once' } as const
    expect(dueAt(schedule, at('2026-11-20T10:00:00Z'), newYork)).toEqual(at('2026-11-20T10:00:02Z'))
  })

  it.each([
    ['2026-11-20T12:59:59Z', '2026-11-20T13:00:00Z'],
    ['2026-11-20T13:00:00Z', '2026-11-21T13:00:00Z'],
    // The clocks went back on November 1 and forward on March 8: 25 and 23 hours lie between.
    ['2026-10-31T12:00:00Z', '2026-11-01T13:00:00Z'],
    ['2026-11-01T12:30:00Z', '2026-11-01T13:00:00Z'],
    ['2026-03-07T13:00:00Z', '2026-03-08T12:00:00Z'],
  ])('of an alert at %s is that of the daily digest, %s, eight o’clock in New York', (alerted, due) => {
    expect(dueAt(daily, at(alerted), newYork)).toEqual(at(due))
  })

  it.each([
    ['2026-11-20T10:00:00Z', '2026-11-23T13:00:00Z'],
    ['2026-11-23T12:00:00Z', '2026-11-23T13:00:00Z'],
    ['2026-11-23T13:00:00Z', '2026-11-30T13:00:00Z'],
  ])('of an alert at %s is that of the weekly digest on Monday, %s', (alerted, due) => {
    expect(dueAt(weekly, at(alerted), newYork)).toEqual(at(due))
  })

  it('falls after the gap if the clocks skip it, and is the earlier of two if the clocks repeat it', () => {
    expect(dueAt({ ...daily, at: '02:30' }, at('2026-03-08T06:00:00Z'), newYork)).toEqual(
      at('2026-03-08T07:30:00Z'),
    )
    expect(dueAt({ ...daily, at: '01:30' }, at('2026-11-01T04:00:00Z'), newYork)).toEqual(
      at('2026-11-01T05:30:00Z'),
    )
  })

  it('of a digest is later than its alert, within a day and an hour or a week and an hour', () => {
    const zones = fc.constantFrom('UTC', newYork, 'Asia/Kathmandu', 'Pacific/Apia', 'Europe/Berlin')
    const instants = fc.date({ min: at('2026-01-01'), max: at('2028-01-01'), noInvalidDate: true })
    const minutes = fc.integer({ min: 0, max: 1439 })
    forAll(zones, instants, minutes, fc.integer({ min: 1, max: 7 }), (zone, alerted, minute, weekday) => {
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
      const hours = (timing: 'daily' | 'weekly') =>
        (dueAt({ timing, at: time, weekday }, alerted, zone).getTime() - alerted.getTime()) / HOUR_MS
      expect(hours('daily')).toBeGreaterThan(0)
      expect(hours('daily')).toBeLessThanOrEqual(25)
      expect(hours('weekly')).toBeGreaterThan(0)
      expect(hours('weekly')).toBeLessThanOrEqual(169)
    })
  })
})

describe('quiet hours', () => {
  const night = { from: '21:00', to: '08:00' }

  it.each([
    ['2026-11-20T12:59:00Z', '2026-11-20T13:00:00Z'],
    ['2026-11-20T13:00:00Z', '2026-11-20T13:00:00Z'],
    ['2026-11-21T01:59:00Z', '2026-11-21T01:59:00Z'],
    ['2026-11-21T02:00:00Z', '2026-11-21T13:00:00Z'],
    ['2026-11-21T05:30:00Z', '2026-11-21T13:00:00Z'],
  ])('let a message that is due at %s go out at %s, in New York', (wanted, sent) => {
    expect(afterQuiet(night, at(wanted), newYork)).toEqual(at(sent))
  })

  it('may lie within one day, and do not exist when both times are equal', () => {
    expect(afterQuiet({ from: '12:00', to: '14:00' }, at('2026-11-20T12:30:00Z'), 'UTC')).toEqual(
      at('2026-11-20T14:00:00Z'),
    )
    const now = at('2026-11-20T12:30:00Z')
    expect(afterQuiet({ from: '12:00', to: '12:00' }, now, 'UTC')).toEqual(now)
  })
})

describe('the wait after a failed try', () => {
  it('doubles up to a quarter of an hour, with a random spread of a quarter', () => {
    const waits = [1, 2, 3, 8, 9, 50].map((attempt) => waitBeforeTry(attempt, 0, 0.5) / 1000)
    expect(waits).toEqual([5, 10, 20, 640, 900, 900])
    expect([waitBeforeTry(1, 0, 0), waitBeforeTry(1, 0, 1)]).toEqual([3750, 6250])
  })

  it('is never shorter than the provider asks for', () => {
    expect(waitBeforeTry(1, 60_000, 0)).toBe(60_000)
  })
})
