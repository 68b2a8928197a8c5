import { describe, expect, it } from 'vitest'
import { readConfig, webAddress } from './config.ts'
import { serviceEnvironments } from './service-environment.ts'

const providers = {
  SHOPIFY_API_KEY: 'key',
  SHOPIFY_API_SECRET: 'secret',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtp://mail',
}
const secret = 'x'.repeat(32)

describe('readConfig', () => {
  it('requires no variables: everything has a default, and the sandbox replaces the providers', () => {
    expect(readConfig('/checkout', {})).toMatchObject({
      dataDir: '/checkout/.data',
      host: '127.0.0.1',
      port: 3000,
      sandboxPort: 3001,
      sandboxSmtpPort: 3025,
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      needsSandbox: true,
    })
  })

  it('starts no sandbox when every provider is configured', () => {
    expect(readConfig('/checkout', providers).needsSandbox).toBe(false)
    const { SMTP_URL: _, ...some } = providers
    expect(readConfig('/checkout', some).needsSandbox).toBe(true)
  })

  it('never starts the sandbox in production', () => {
    expect(readConfig('/checkout', { NODE_ENV: 'production' }).needsSandbox).toBe(false)
  })

  it.each(['0', '65536', '80.5', 'http'])('refuses %s as a port and names the variable', (port) => {
    expect(() => readConfig('/checkout', { SANDBOX_PORT: port })).toThrow(
      `SANDBOX_PORT must be a port number from 1 to 65535, not "${port}".`,
    )
  })

  it('treats a blank variable as unset', () => {
    expect(readConfig('/checkout', { PORT: '', DATA_DIR: '', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      dataDir: '/checkout/.data',
      databaseUrl: undefined,
    })
  })
})

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.168.1.5', 'http://192.168.1.5:3000'],
  ['shop.local', 'http://shop.local:3000'],
])('webAddress of a web process that listens on %s is %s', (HOST, address) => {
  expect(webAddress(readConfig('/checkout', { HOST }))).toBe(address)
})

describe('serviceEnvironments', () => {
  it('generates no values in production', () => {
    const config = readConfig('/checkout', { NODE_ENV: 'production' })
    const env = serviceEnvironments(config).server('postgresql://db')
    expect(env).not.toHaveProperty('STOCKCAST_SECRET')
    expect(env).not.toHaveProperty('SANDBOX_URL')
  })

  it('passes one shared secret to server and sandbox, and no other secret to the sandbox', () => {
    const config = readConfig('/checkout', {
      STOCKCAST_SECRET: secret,
      DATABASE_URL: 'postgresql://x',
      PORT: '4000',
    })
    const { sandbox, server } = serviceEnvironments(config)
    expect(server('postgresql://x').SANDBOX_SECRET).toBe(sandbox.SANDBOX_SECRET)
    expect(sandbox).toMatchObject({ APP_URL: 'http://127.0.0.1:4000' })
    expect(sandbox).not.toHaveProperty('STOCKCAST_SECRET')
    expect(sandbox).not.toHaveProperty('DATABASE_URL')
    expect(Object.values(sandbox)).not.toContain(secret)
  })
})
