import { describe, expect, it } from 'vitest'
import { readConfig, readSandboxUrl } from './config.ts'

describe('configuration', () => {
  it('takes the addresses for webhooks from that of the app', () => {
    expect(readConfig({ APP_URL: 'http://localhost:3000' })).toMatchObject({
      complianceUri: 'http://localhost:3000/webhooks/shopify',
      stripeWebhookUri: 'http://localhost:3000/webhooks/stripe',
      smsReplyUri: 'http://localhost:3000/webhooks/twilio/inbound',
    })
  })

  it('has a default for every variable', () => {
    expect(readConfig({})).toEqual({
      port: 3001,
      smtpPort: 3025,
      dataDir: '.data/sandbox',
      clientId: 'sandbox-client',
      clientSecret: 'sandbox-secret',
      complianceUri: null,
      stripeWebhookUri: null,
      smsReplyUri: null,
      app: null,
      restoreRate: 100,
    })
    expect(readSandboxUrl({})).toBe('http://127.0.0.1:3001')
  })

  it('sends the clock to the app only if both have a token', () => {
    const url = 'http://127.0.0.1:3000'
    expect(readConfig({ APP_URL: url, SANDBOX_TOKEN: '' }).app).toBeNull()
    expect(readConfig({ APP_URL: url, SANDBOX_TOKEN: 't' }).app).toEqual({ url, token: 't' })
  })

  it.each([{ SANDBOX_PORT: 'http' }, { SANDBOX_SMTP_PORT: '70000' }, { APP_URL: 'localhost' }])(
    'refuses %j by name',
    (variables) => {
      expect(() => readConfig(variables)).toThrow(Object.keys(variables)[0]!)
    },
  )
})
