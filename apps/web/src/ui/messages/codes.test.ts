import { auditEvents, closingCauseSchema, deliveryReasons, refusals } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { NOW } from '../../testing/fixtures.ts'
import { aDelivery } from '../../testing/notification-fixtures.ts'
import { activityWords } from './activity-words.ts'
import { connectFailure } from './connection-failures.ts'
import { outcomeWords } from './delivery-words.ts'
import { closedWords } from './stock-words.ts'

const place = { now: NOW, timeZone: 'America/New_York' }

const closed = { resolvedBy: 'system', resolvedByWhom: null } as const

describe('Every code of the contract has a text:', () => {
  it.each(deliveryReasons)('the reason %s of a delivery', (reason) => {
    for (const channel of ['slack', 'email', 'sms'] as const) {
      const delivery = aDelivery({ channel, status: 'failed', reason, providerWords: 'Some words' })
      expect(outcomeWords(delivery, place)).toMatch(/^[A-Z].+\. We stopped trying\.$/)
    }
  })

  it.each(refusals)('the refusal %s of a connection', (refusal) => {
    const error = new ApiError({ code: 'conflict', message: 'Some words.', status: 409, refusal })
    expect(connectFailure(error)).toEqual({ title: expect.stringMatching(/\w+ \w+/), message: 'Some words.' })
  })

  it('each cause for which an alert was resolved, whatever the server’s sentence is', () => {
    const codes = closingCauseSchema.def.options.map(({ shape }) => shape.code.def.values[0])
    const texts = codes.map((code) => {
      const resolvedCause = closingCauseSchema.parse({ code, units: 2, safetyStock: 1 })
      return closedWords({ ...closed, resolvedReason: 'In other words.', resolvedCause }, 'Nov 13')
    })
    expect(new Set(texts).size).toBe(codes.length)
    for (const text of texts) expect(text).toMatch(/^Closed by itself on Nov 13: .{10,}\.$/)
  })

  it.each(auditEvents)('the event %s of the activity log', (event) => {
    expect(activityWords({ event, detail: null })).toMatch(/^[A-Z].{5,}$/)
  })

  it('a plan in the activity log has the label of its status, and any other detail stays as it is', () => {
    expect(activityWords({ event: 'plan_changed', detail: 'past_due' })).toBe('Plan changed: past due')
    expect(activityWords({ event: 'store_connected', detail: 'a_b.example' })).toBe(
      'Store connected: a_b.example',
    )
  })

  it.each([
    ['view_changed', 'Renamed: Products “A” to “B”', 'View renamed: Products “A” to “B”'],
    [
      'forecast_changed',
      'Changed again: Kettle, +20%, 2026-11-26 to 2026-12-02',
      'Forecast adjustment changed again: Kettle, +20%, November 26, 2026 to December 2, 2026',
    ],
    [
      'calendar_changed',
      'Added: closed “Christmas”, 2026-12-24',
      'Calendar entry added: closed “Christmas”, December 24, 2026',
    ],
    [
      'calendar_changed',
      'Added: sale “2026-31-12”, 2026-12-30',
      'Calendar entry added: sale “2026-31-12”, December 30, 2026',
    ],
    ['view_changed', 'Saved: Products “1234-56-78”', 'View saved: Products “1234-56-78”'],
  ] as const)('the log says once what was done, with the shop’s dates: %s', (event, detail, text) => {
    expect(activityWords({ event, detail })).toBe(text)
  })

  it('an alert without a cause has the stored sentence as it was', () => {
    const stored = { ...closed, resolvedReason: 'Closed by itself: an older reason.' } as const
    expect(closedWords({ ...stored, resolvedCause: null }, 'Nov 13')).toBe(stored.resolvedReason)
  })
})
