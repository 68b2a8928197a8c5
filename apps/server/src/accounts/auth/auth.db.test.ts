import { getMigrations } from 'better-auth/db/migration'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '../../kernel/http/context.ts'
import { testBrowser, withTestKernel } from '../../testing/index.ts'
import { rateLimits } from '../limits/rate-limits.ts'
import { createAuthRoutes } from '../routes.ts'
import { createAuth } from './auth.ts'

const kernel = withTestKernel()

const appWith = (auth: ReturnType<typeof createAuth>) =>
  new Hono<AppEnv>().route('/', createAuthRoutes(kernel, auth))

it('tables of the auth library have everything that the library requires', async () => {
  const { toBeCreated, toBeAdded } = await getMigrations(createAuth(kernel).options)
  expect({ toBeCreated, toBeAdded }).toEqual({ toBeCreated: [], toBeAdded: [] })
})

it('cookies are bound to this host and sent over https only, where the app is served over https', async () => {
  const config = { ...kernel.config, publicUrl: 'https://stockcast.example' }
  const browser = testBrowser(appWith(createAuth({ ...kernel, config })), config.publicUrl)
  const body = { email: 'https@example.com', password: 'a good one', name: 'user' }
  const [cookie] = (await browser.post('/api/auth/sign-up/email', body)).headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-stockcast\.session_token=/)
  expect(cookie).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(cookie).not.toContain('Domain')
  expect((await browser.get('/api/auth/token')).status).toBe(200)
})

describe('the end of a session', () => {
  const forgets = '"cache", "storage"'

  it('has the browser forget what the account left in it, except for cookies', async () => {
    const browser = testBrowser(appWith(createAuth(kernel)))
    const body = { email: 'leaves@example.com', password: 'a good one', name: 'user' }
    const signedUp = await browser.post('/api/auth/sign-up/email', body)
    expect(signedUp.headers.get('clear-site-data')).toBeNull()
    const signedOut = await browser.post('/api/auth/sign-out', {})
    expect([signedOut.status, signedOut.headers.get('clear-site-data')]).toEqual([200, forgets])
  })

  it('cannot be pretended by another site', async () => {
    const browser = testBrowser(appWith(createAuth(kernel)), 'https://evil.example')
    const answer = await browser.post('/api/auth/sign-out', {}, { cookie: 'stockcast.session_token=x' })
    expect([answer.status, answer.headers.get('clear-site-data')]).toEqual([403, null])
  })
})

describe('rate limits', () => {
  const rule = { window: 60, max: 3 }
  let tried = 0
  const limited = () =>
    appWith(
      createAuth(kernel, {
        limits: { every: rule, customRules: { '/sign-in/email': rule, '/token': false } },
      }),
    )
  const attempt = (app: Hono<AppEnv>, address: string, headers: Record<string, string> = {}) =>
    app.request(
      'http://localhost:3000/api/auth/sign-in/email',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        // Each try uses a new address, because tries are counted by account too.
        body: JSON.stringify({ email: `nobody-${++tried}@example.com`, password: 'guessed one' }),
      },
      { incoming: { socket: { remoteAddress: address } } },
    )

  it('count a request before its body is read', async () => {
    const app = limited()
    const send = (body: string) =>
      app.request(
        'http://localhost:3000/api/auth/sign-in/email',
        { method: 'POST', headers: { 'content-type': 'application/json' }, body },
        { incoming: { socket: { remoteAddress: '203.0.113.77' } } },
      )
    const deep = `${'['.repeat(1500)}${']'.repeat(1500)}`
    for (const body of [deep, '{', '{"email":"a\\u0000b"}']) expect((await send(body)).status).toBe(400)
    expect((await send(deep)).status).toBe(429)
  })

  it('refuse a caller who keeps guessing, say when to try again, and do not affect others', async () => {
    const app = limited()
    for (let i = 0; i < 3; i++) expect((await attempt(app, '203.0.113.1')).status).toBe(401)
    const refused = await attempt(app, '203.0.113.1')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect((await attempt(app, '203.0.113.2')).status).toBe(401)
  })

  it('count by caller behind a trusted proxy, where no caller can count as another', async () => {
    const { trustedProxies } = kernel.config
    kernel.config.trustedProxies = ['10.0.0.0/8']
    try {
      const app = limited()
      const from = async (passedOn: string) =>
        (await attempt(app, '10.0.0.1', { 'x-forwarded-for': passedOn })).status
      for (const status of [401, 401, 401, 429]) expect(await from('198.51.100.1')).toBe(status)
      expect(await from('198.51.100.2')).toBe(401)
      expect(await from('198.51.100.3, 198.51.100.1')).toBe(429)
    } finally {
      kernel.config.trustedProxies = trustedProxies
    }
  })

  it('count the address of the socket, whatever address the caller claims', async () => {
    const app = limited()
    const claims = ['x-real-ip', 'x-forwarded-for', 'cf-connecting-ip', 'x-client-ip']
    for (const [i, name] of claims.entries()) {
      const answer = await attempt(app, '203.0.113.3', { [name]: `198.51.100.${i}` })
      expect(answer.status).toBe(i < 3 ? 401 : 429)
    }
  })

  it('do not count renewals of the token', async () => {
    const app = limited()
    const statuses = new Set<number>()
    for (let i = 0; i < 6; i++) statuses.add((await app.request('/api/auth/token')).status)
    expect(statuses).toEqual(new Set([401]))
  })

  it('are strict when real mails are sent, and generous when every request comes from this machine', () => {
    const path = '/sign-in/email'
    expect(rateLimits('live').customRules[path]).toEqual({ window: 60, max: 20 })
    expect(rateLimits('sandbox').customRules[path]).toMatchObject({ max: 2000 })
  })
})
