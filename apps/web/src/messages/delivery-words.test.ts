import { describe, expect, it } from 'vitest'
import { NOW } from '../testing/fixtures.ts'
import { aDelivery } from '../testing/notification-fixtures.ts'
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
    ['slack', 'No answer in time', 'Slack did not answer.'],
    ['sms', 'No connection (ECONNRESET)', 'Twilio did not answer.'],
    ['email', 'No answer of the mail server: timeout', 'The mail server did not answer.'],
    ['email', 'The mail server answered 451 4.3.0 later', 'The mail server asked us to try later.'],
    ['email', 'The mail server answered 554 5.7.1 no', 'The mail server refused the message.'],
    ['slack', 'Slack answered 429', 'Slack asked us to wait.'],
    ['sms', 'Twilio answered 503', 'Twilio has a problem on its side.'],
    ['slack', 'Slack answered 404 no_service: the webhook is gone', null],
  ] as const)('W-05 the answer of %s "%s" is shown in plain words', (channel, providerWords, plain) => {
    const delivery = aDelivery({ channel, status: 'retrying', nextTryAt: later, providerWords })
    expect(outcomeWords(delivery, place)).toBe(`${plain ?? `${providerWords}.`} Next try at 10:35 AM.`)
    expect(rawWords(delivery)).toBe(plain === null ? null : providerWords)
  })

  it('a test that was refused for good does not suggest trying again', () => {
    const test = { channel: 'slack', kind: 'test', status: 'failed' } as const
    const said = (providerWords: string) => outcomeWords(aDelivery({ ...test, providerWords }), place)
    expect(said('No answer in time')).toBe('Slack did not answer. Please try again.')
    expect(said('Slack answered 404 no_service: it is gone')).toBe(
      'Slack answered 404 no_service: it is gone.',
    )
    expect(said('No answer came. Please try again.')).toBe('No answer came. Please try again.')
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
