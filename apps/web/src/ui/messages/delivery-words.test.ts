import type { DeliveryReason } from '@stockcast/contract'
import { describe, expect, it } from 'vitest'
import { NOW } from '../../testing/fixtures.ts'
import { aDelivery } from '../../testing/notification-fixtures.ts'
import { deliveryTitle, outcomeWords, rawWords } from './delivery-words.ts'

const place = { now: NOW, timeZone: 'America/New_York' }
const later = '2026-11-20T15:35:00.000Z'

describe('The outcome of a message:', () => {
  it.each([
    [{ status: 'queued', nextTryAt: NOW }, 'Will be sent in a moment.'],
    [{ status: 'queued', nextTryAt: later }, 'Will be sent at 10:35 AM.'],
    [{ status: 'sending' }, 'Being sent.'],
    [{ status: 'sent', providerWords: 'Accepted by Slack' }, 'Accepted by Slack.'],
    [{ status: 'off', providerWords: 'The channel was switched off.' }, 'The channel was switched off.'],
    [{ status: 'left_out', providerWords: null }, 'Nothing was left to send.'],
  ] as const)('a message with %o has its sentence', (changes, words) => {
    expect(outcomeWords(aDelivery(changes), place)).toBe(words)
  })

  it.each([
    ['slack', 'no_answer', 'Slack did not answer.'],
    ['sms', 'no_answer', 'Twilio did not answer.'],
    ['email', 'no_answer', 'The mail server did not answer.'],
    ['email', 'wait', 'The mail server asked us to try later.'],
    ['email', 'refused', 'The mail server refused the message.'],
    ['slack', 'wait', 'Slack asked us to wait.'],
    ['sms', 'provider_fault', 'Twilio has a problem on its side.'],
    ['slack', 'not_accepted', null],
    ['slack', 'other', null],
  ] as const)('W-05 the answer of %s, "%s", is shown in plain words', (channel, reason, plain) => {
    const providerWords = 'Slack answered 503, No answer in time'
    const delivery = aDelivery({ channel, status: 'retrying', nextTryAt: later, reason, providerWords })
    expect(outcomeWords(delivery, place)).toBe(`${plain ?? `${providerWords}.`} Next try at 10:35 AM.`)
    expect(rawWords(delivery)).toBe(plain === null ? null : providerWords)
  })

  it('a test that was refused for good does not suggest trying again', () => {
    const test = { channel: 'slack', kind: 'test', status: 'failed' } as const
    const said = (reason: DeliveryReason, providerWords: string) =>
      outcomeWords(aDelivery({ ...test, reason, providerWords }), place)
    expect(said('no_answer', 'No answer in time')).toBe('Slack did not answer. Please try again.')
    expect(said('not_accepted', 'Slack answered 404 no_service: it is gone')).toBe(
      'Slack answered 404 no_service: it is gone.',
    )
    expect(said('unanswered', 'No answer came. Please try again.')).toBe('No answer came. Please try again.')
  })

  it.each([
    [{ kind: 'code', summary: null }, 'Code for your phone'],
    [{ kind: 'test', summary: 'Test message' }, 'Test message'],
    [{ kind: 'alerts', summary: null, alerts: 0 }, 'New alerts'],
    [{ kind: 'digest', summary: null, alerts: 2 }, '2 alerts'],
  ] as const)('the message %o has a title', (changes, title) => {
    expect(deliveryTitle(aDelivery(changes))).toBe(title)
  })
})
