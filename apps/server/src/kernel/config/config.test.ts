import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const base = {
  DATABASE_URL: 'postgres://stockcast_app@localhost/stockcast',
  STOCKCAST_SECRET: 'a-secret-of-at-least-thirty-two-characters',
}
const sandbox = { ...base, SANDBOX_URL: 'http://127.0.0.1:3001' }
const providers = {
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://mail.example.com',
}

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://stockcast.example.com' }

describe('readConfig', () => {
  it('uses the sandbox for each provider that is not configured', () => {
    const config = readConfig({ ...sandbox, SMTP_URL: 'smtp://mail.example.com' })
    expect(config.shopify).toMatchObject({ mode: 'sandbox', sandboxOrigin: 'http://127.0.0.1:3001/shopify' })
    expect(config.mail.mode).toBe('live')
  })

  it('lets a worker do all work, or the kinds that are named', () => {
    const getWork = (STOCKCAST_WORK: string) => readConfig({ ...sandbox, STOCKCAST_WORK }).work
    expect(getWork('')).toEqual(['sync', 'batch', 'deliver'])
    expect(getWork('all')).toEqual(['sync', 'batch', 'deliver'])
    expect(getWork('batch')).toEqual(['batch'])
    expect(getWork('deliver, sync')).toEqual(['sync', 'deliver'])
    expect(() => getWork('sync,mail')).toThrow(
      'STOCKCAST_WORK: must be all, or one or several of sync, batch, deliver with commas between them.',
    )
  })

  it('connects the sessions that listen to the same address, or to one without a pooler', () => {
    expect(readConfig(sandbox).databaseDirectUrl).toBe(base.DATABASE_URL)
    const direct = 'postgres://stockcast_app@localhost:5432/stockcast'
    expect(readConfig({ ...sandbox, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct)
  })

  it('uses the real provider when its keys are set, with or without a sandbox', () => {
    expect(readConfig({ ...sandbox, ...providers }).shopify).toMatchObject({
      mode: 'live',
      sandboxOrigin: null,
    })
  })

  it('requests orders older than 60 days in the sandbox, and from real stores when Shopify allows it', () => {
    const asks = (env: object) => readConfig({ ...sandbox, ...env }).shopify.asksForAllOrders
    expect(asks({})).toBe(true)
    expect(asks({ SHOPIFY_ALL_ORDERS: 'off' })).toBe(false)
    expect(asks(providers)).toBe(false)
    expect(asks({ ...providers, SHOPIFY_ALL_ORDERS: 'on' })).toBe(true)
    expect(() => asks({ SHOPIFY_ALL_ORDERS: 'yes' })).toThrow('SHOPIFY_ALL_ORDERS')
  })

  it('refuses production without a provider, and names what is missing', () => {
    expect(() => readConfig({ ...sandbox, NODE_ENV: 'production' })).toThrow(
      'Production never falls back to the sandbox: set SHOPIFY_API_KEY, SHOPIFY_API_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, SMTP_URL.',
    )
  })

  it('requires a public address in production, with https', () => {
    const getAddress = (PUBLIC_URL: string) =>
      readConfig({ ...base, ...providers, NODE_ENV: 'production', PUBLIC_URL }).publicUrl
    expect(() => getAddress('')).toThrow('PUBLIC_URL: is required in production')
    for (const plain of ['http://stockcast.example.com', 'http://localhost:3000']) {
      expect(() => getAddress(plain)).toThrow('PUBLIC_URL: must begin with https:// in production')
    }
    expect(() => getAddress('ftp://stockcast.example.com')).toThrow('PUBLIC_URL')
    expect(getAddress('https://stockcast.example.com/')).toBe('https://stockcast.example.com')
    expect(readConfig({ ...sandbox, PUBLIC_URL: 'http://localhost:4000' }).publicUrl).toBe(
      'http://localhost:4000',
    )
  })

  it('sends nothing in clear to another machine in production', () => {
    const live = { ...base, ...providers, ...production }
    const started = (env: object) => () => readConfig({ ...live, ...env })
    for (const SMTP_URL of [
      'smtp://mail.example.com?ignoreTLS=true',
      'smtp://mail.example.com?requireTLS=false',
      'smtps://mail.example.com?secure=false',
      'smtps://mail.example.com?tls.rejectUnauthorized=false',
      'smtp://127.0.0.1.example.com?ignoreTLS=1',
    ]) {
      expect(started({ SMTP_URL }), SMTP_URL).toThrow('SMTP_URL: leave out')
    }
    expect(started({ SMTP_URL: 'http://mail.example.com' })).toThrow('SMTP_URL: must be an address such as')
    for (const OTEL_EXPORTER_OTLP_ENDPOINT of ['http://collector.example.com:4318', 'http://10.0.0.5:4318']) {
      expect(started({ OTEL_EXPORTER_OTLP_ENDPOINT })).toThrow('must begin with https://')
    }
    for (const env of [
      { SMTP_URL: 'smtp://mail.example.com:587' },
      { SMTP_URL: 'smtps://name:word@mail.example.com' },
      { SMTP_URL: 'smtp://127.0.0.1:25?ignoreTLS=true' },
      { SMTP_URL: 'smtp://[::1]:25' },
      { SMTP_URL: 'smtp://localhost' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
    ]) {
      expect(started(env), JSON.stringify(env)).not.toThrow()
    }
  })

  it('names every faulty variable at once', () => {
    expect(() => readConfig({ STOCKCAST_SECRET: 'short', PORT: 'eighty' })).toThrow(
      /PORT.*DATABASE_URL.*STOCKCAST_SECRET/,
    )
  })

  it('trusts no proxy unless it is configured, by count or by address', () => {
    const trusted = (TRUSTED_PROXIES?: string) =>
      readConfig({ ...sandbox, ...(TRUSTED_PROXIES !== undefined && { TRUSTED_PROXIES }) }).trustedProxies
    expect(trusted()).toBe(0)
    expect(trusted('2')).toBe(2)
    expect(trusted('10.0.0.0/8, ::1')).toEqual(['10.0.0.0/8', '::1'])
    for (const wrong of ['10.0.0.0/33', 'loopback', '10.0.0.0/8,', '-1', '::/129', '10.0.0.1/8/8']) {
      expect(() => trusted(wrong)).toThrow('TRUSTED_PROXIES')
    }
  })

  it('treats a blank variable as unset', () => {
    expect(readConfig({ ...sandbox, SMTP_URL: '  ', PUBLIC_URL: '' })).toMatchObject({
      publicUrl: 'http://localhost:3000',
      mail: { mode: 'sandbox' },
    })
  })

  it('uses the real Slack unless the sandbox replaces it', () => {
    const origin = 'https://hooks.slack.com'
    expect(readConfig(sandbox).slack).toEqual({ mode: 'sandbox', origin: 'http://127.0.0.1:3001/slack' })
    expect(readConfig({ ...sandbox, SLACK: 'live' }).slack).toEqual({ mode: 'live', origin })
    expect(readConfig({ ...base, ...providers }).slack).toEqual({ mode: 'live', origin })
    expect(readConfig({ ...sandbox, ...providers, ...production }).slack.mode).toBe('live')
  })

  it('needs a Twilio account for SMS outside the sandbox, and says so in production', () => {
    const twilio = {
      TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+14155550100',
    }
    expect(readConfig(sandbox).sms).toMatchObject({ mode: 'sandbox', url: 'http://127.0.0.1:3001/twilio' })
    expect(readConfig({ ...sandbox, ...twilio }).sms).toMatchObject({ mode: 'live', from: '+14155550100' })
    expect(readConfig({ ...base, ...providers }).sms).toEqual({ mode: 'not_set_up' })
    expect(readConfig({ ...sandbox, ...providers, ...production }).sms.mode).toBe('not_set_up')
    expect(() => readConfig({ ...sandbox, TWILIO_FROM: '+14155550100' })).toThrow('set all three, or none')
  })

  it('traces nothing without a collector, and reads its address, headers and share', () => {
    expect(readConfig(sandbox).tracing).toBeNull()
    const collector = { ...sandbox, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' }
    const url = 'http://127.0.0.1:4318/v1/traces'
    expect(readConfig(collector).tracing).toEqual({ url, headers: {}, ratio: 1 })
    const more = { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db, x=1', OTEL_TRACES_SAMPLER_ARG: '0.1' }
    expect(readConfig({ ...collector, ...more }).tracing).toEqual({
      url,
      headers: { 'api-key': 'a=b', x: '1' },
      ratio: 0.1,
    })
    for (const OTEL_EXPORTER_OTLP_HEADERS of ['x', 'x=%', '=1']) {
      expect(() => readConfig({ ...collector, OTEL_EXPORTER_OTLP_HEADERS })).toThrow('must be name=value')
    }
    expect(() => readConfig({ ...sandbox, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow(
      'must be the address of a collector',
    )
  })

  it('lets a worker answer about its health only if configured, and by default only to this machine', () => {
    expect(readConfig(sandbox).workerAddress).toBeNull()
    const port = { ...sandbox, WORKER_PORT: '3101' }
    expect(readConfig(port).workerAddress).toEqual({ host: '127.0.0.1', port: 3101 })
    expect(readConfig({ ...port, WORKER_HOST: '0.0.0.0' }).workerAddress?.host).toBe('0.0.0.0')
  })
})
