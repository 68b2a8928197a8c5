import { forAll } from '@stockcast/testkit/for-all'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SLACK_WEBHOOK_PREFIX } from './constants.ts'
import { saveNotificationsSchema, slackWebhookUrlSchema } from './notifications.ts'

const url = `${SLACK_WEBHOOK_PREFIX}T0AAAAAAA/B0BBBBBBB/abcDEF123`
const toMessage = (text: string) => slackWebhookUrlSchema.safeParse(text).error?.issues[0]?.message

describe('slackWebhookUrlSchema', () => {
  it('G-04 trims the URL, and turns a blank one into null', () => {
    expect(slackWebhookUrlSchema.parse(`  ${url} \n`)).toBe(url)
    expect(slackWebhookUrlSchema.parse('   ')).toBeNull()
    expect(slackWebhookUrlSchema.parse(null)).toBeNull()
  })

  it.each([
    'http://hooks.slack.com/services/T/B/x',
    'https://hooks.slack.com.evil.example/services/T/B/x',
    'https://user@hooks.slack.com/services/T/B/x',
    'https://hooks.slack.com:8443/services/T/B/x',
    'HTTPS://HOOKS.SLACK.COM/services/T/B/x',
    'slack',
  ])('G-04 answers %s with how a URL must start', (text) => {
    expect(toMessage(text)).toBe('Slack webhook URL must start with https://hooks.slack.com/services/')
  })

  it('G-04 refuses a URL of more than 2048 characters', () => {
    expect(toMessage(SLACK_WEBHOOK_PREFIX + 'x'.repeat(2049 - SLACK_WEBHOOK_PREFIX.length))).toBe(
      'Webhook URL is too long (max 2048 characters)',
    )
    const longest = SLACK_WEBHOOK_PREFIX + 'x'.repeat(2048 - SLACK_WEBHOOK_PREFIX.length)
    expect(slackWebhookUrlSchema.parse(longest)).toBe(longest)
  })

  it.each([
    '',
    '../../api/chat.postMessage',
    'T/B/%2e%2e/x',
    'T/B/x?next=y',
    'T/B/x#y',
    'T/B/x y',
    'T//x',
    'T\\B',
  ])('G-04 refuses https://hooks.slack.com/services/%s', (rest) => {
    expect(toMessage(SLACK_WEBHOOK_PREFIX + rest)).toBe('Please enter a valid Slack webhook URL')
  })

  it('accepts only URLs of Slack below /services/', () => {
    forAll(fc.string(), (rest) => {
      const read = slackWebhookUrlSchema.safeParse(SLACK_WEBHOOK_PREFIX + rest)
      if (!read.success || read.data === null) return
      expect(new URL(read.data).href).toBe(read.data)
      expect(new URL(read.data).origin).toBe('https://hooks.slack.com')
      expect(new URL(read.data).pathname).toMatch(/^\/services\/[\w/-]+$/)
    })
  })
})

describe('saveNotificationsSchema', () => {
  const choice = {
    isOn: true,
    types: ['low_stock'],
    urgency: 'all',
    timing: 'at_once',
    at: '08:00',
    weekday: 1,
  } as const
  const input = {
    slack: { ...choice, webhookUrl: url },
    email: { ...choice, address: ' owner@shop.example ' },
    sms: { ...choice, phone: null, hasConsent: false, quietFrom: '21:00', quietTo: '08:00', dailyLimit: 5 },
  }
  const getField = (part: object) => {
    const { error } = saveNotificationsSchema.safeParse({ ...input, ...part })
    return error?.issues[0]?.path.join('.')
  }

  it('trims the email address', () => {
    expect(saveNotificationsSchema.parse(input).email.address).toBe('owner@shop.example')
  })

  it.each([
    [{ slack: { ...choice, webhookUrl: 'x' } }, 'slack.webhookUrl'],
    [{ email: { ...choice, address: '' } }, 'email.address'],
    [{ email: { ...choice, address: 'nobody' } }, 'email.address'],
    [{ email: { ...choice, types: [], address: 'a@b.example' } }, 'email.types'],
    [{ sms: { ...input.sms, quietFrom: '24:00' } }, 'sms.quietFrom'],
    [{ sms: { ...input.sms, dailyLimit: 6 } }, 'sms.dailyLimit'],
    [{ sms: { ...input.sms, weekday: 8 } }, 'sms.weekday'],
  ])('refuses %j and names the field', (part, field) => {
    expect(getField(part)).toBe(field)
  })
})
