import { DAY_MS, HOUR_MS, MINUTE_MS } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { FIRST_RECIPIENTS, nextNewRecipientAt } from './queue-order-mail.ts'

const START = Date.parse('2026-11-20T10:00:00Z')

/** Sends to strangers every minute for some days; returns how many got an order after each hour. */
function sent(isOnTrial: boolean, days: number): number[] {
  const times: Date[] = []
  const byHour: number[] = []
  for (let at = START; at < START + days * DAY_MS; at += MINUTE_MS) {
    const allowed = nextNewRecipientAt(times.slice(0, FIRST_RECIPIENTS), isOnTrial).getTime() <= at
    if (allowed) times.unshift(new Date(at))
    if ((at - START) % HOUR_MS === HOUR_MS - MINUTE_MS) byHour.push(times.length)
  }
  return byHour
}

describe('new recipients of orders', () => {
  it('are 25 a day for a trial, and 5 an hour once 25 are known', () => {
    const byHour = sent(true, 3)
    expect([byHour[0], byHour[23]]).toEqual([25, 25])
    expect(byHour.slice(24, 30)).toEqual([30, 35, 40, 45, 50, 50])
    expect(byHour[47]).toBe(50)
  })

  it('are 25 at once and then 5 an hour for a plan', () => {
    expect(sent(false, 1).slice(0, 5)).toEqual([25, 30, 35, 40, 45])
  })

  it('have no limit before the twenty-fifth', () => {
    const many = Array.from({ length: FIRST_RECIPIENTS - 1 }, () => new Date(START))
    expect(nextNewRecipientAt(many, true).getTime()).toBe(0)
  })
})
