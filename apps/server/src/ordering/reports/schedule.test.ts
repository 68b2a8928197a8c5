import { HOUR_MS } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { epochDay } from '../../kernel/calendar.ts'
import { daysOf, dueOccurrence, nextOccurrence, periodOf, type Schedule } from './schedule.ts'

const weekly: Schedule = { kind: 'to_order', weekday: 1, dayOfMonth: 1, hour: 8, lastPeriod: null }
const monthly: Schedule = { ...weekly, kind: 'stockouts' }
const at = (text: string) => new Date(`${text}Z`)
const next = (schedule: Schedule, after: string, timeZone = 'UTC', lastPeriod: string | null = null) => {
  const occurrence = nextOccurrence({ ...schedule, lastPeriod }, at(after), timeZone)
  return [occurrence.at.toISOString().slice(0, 16), occurrence.period]
}

describe('the time of a report', () => {
  it('N-03 is the chosen weekday or day of the month, at the hour of the shop', () => {
    expect(next(weekly, '2026-11-26T10:00', 'America/New_York')).toEqual(['2026-11-30T13:00', '2026-W49'])
    expect(next(weekly, '2026-11-30T12:59', 'America/New_York')).toEqual(['2026-11-30T13:00', '2026-W49'])
    expect(next(weekly, '2026-11-30T13:00', 'America/New_York')).toEqual(['2026-12-07T13:00', '2026-W50'])
    expect(next(monthly, '2026-11-26T10:00', 'Pacific/Auckland')).toEqual(['2026-11-30T19:00', '2026-12'])
    expect(next({ ...monthly, dayOfMonth: 28 }, '2027-02-01T00:00')).toEqual(['2027-02-28T08:00', '2027-02'])
  })

  it('N-03 comes once on days when the clocks change, also at an hour that is skipped or comes twice', () => {
    const spring = { ...weekly, weekday: 7, hour: 2 }
    expect(next(spring, '2026-03-28T12:00', 'Europe/Berlin')).toEqual(['2026-03-29T01:00', '2026-W13'])
    expect(next(spring, '2026-03-29T01:00', 'Europe/Berlin')).toEqual(['2026-04-05T00:00', '2026-W14'])
    expect(next(spring, '2026-10-24T12:00', 'Europe/Berlin')).toEqual(['2026-10-25T00:00', '2026-W43'])
    expect(next(spring, '2026-10-25T00:00', 'Europe/Berlin')).toEqual(['2026-11-01T01:00', '2026-W44'])
  })

  it('N-03 is left out in a period that had its report, whatever weekday, hour or time zone follows', () => {
    const later = { ...weekly, weekday: 4 }
    expect(next(later, '2026-11-24T00:00', 'UTC', '2026-W48')).toEqual(['2026-12-03T08:00', '2026-W49'])
    expect(next(weekly, '2026-11-23T08:00', 'America/Los_Angeles', '2026-W48')).toEqual([
      '2026-11-30T16:00',
      '2026-W49',
    ])
  })

  it('N-03 that was missed is still due, and of several only the last', () => {
    const due = (after: string, now: string, lastPeriod: string | null = null) =>
      dueOccurrence({ ...weekly, lastPeriod }, { after: at(after), now: at(now) }, 'UTC')?.period ?? null
    expect(due('2026-11-20T00:00', '2026-11-23T07:59')).toBeNull()
    expect(due('2026-11-20T00:00', '2026-11-23T08:00')).toBe('2026-W48')
    expect(due('2026-11-20T00:00', '2026-11-26T23:00')).toBe('2026-W48')
    expect(due('2026-11-20T00:00', '2026-12-17T23:00')).toBe('2026-W51')
    expect(due('2026-11-20T00:00', '2026-11-26T23:00', '2026-W48')).toBeNull()
    expect(due('2026-11-23T09:00', '2026-11-26T23:00')).toBeNull()
  })

  it('N-03 of a year of hours is due once a week and once a month, asked every hour', () => {
    for (const [schedule, most] of [
      [weekly, 52],
      [monthly, 12],
    ] as const) {
      const periods: string[] = []
      let after = at('2026-01-01T00:00')
      for (let now = after; now < at('2027-01-01T00:00'); now = new Date(now.getTime() + HOUR_MS)) {
        const lastPeriod = periods.at(-1) ?? null
        const found = dueOccurrence({ ...schedule, lastPeriod }, { after, now }, 'America/New_York')
        if (!found) continue
        periods.push(found.period)
        after = now
      }
      expect(new Set(periods).size).toBe(periods.length)
      expect(periods).toHaveLength(most)
    }
  })
})

describe('the period of a report', () => {
  it.each([
    ['2026-12-28', '2026-W53'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2024-12-30', '2025-W01'],
  ])('is the week by ISO 8601: %s is in %s', (day, week) => {
    expect(periodOf('to_order', epochDay(day))).toBe(week)
  })

  it('of stockouts is the month before, and of other reports the day', () => {
    expect(daysOf('stockouts', epochDay('2027-01-01'))).toEqual({
      startsOn: '2026-12-01',
      endsOn: '2026-12-31',
    })
    expect(daysOf('stockouts', epochDay('2028-03-28'))).toEqual({
      startsOn: '2028-02-01',
      endsOn: '2028-02-29',
    })
    expect(daysOf('overstock', epochDay('2027-01-01'))).toEqual({
      startsOn: '2027-01-01',
      endsOn: '2027-01-01',
    })
  })
})
