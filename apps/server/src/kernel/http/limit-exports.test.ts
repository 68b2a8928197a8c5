import { endpoint } from '@stockcast/contract'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isDemoUser } from '../demo-user-email.ts'
import { AppError } from '../errors.ts'
import type { AppEnv } from './context.ts'
import { errorResponse } from './error-response.ts'
import { limitExports } from './limit-exports.ts'

const log = pino({ level: 'silent' })
const limits = {
  inAll: { merchant: 3, demo: 1 },
  atWork: 1,
  pace: { bytesPerSecond: 1, graceMs: 60_000 },
}

afterEach(() => {
  vi.useRealTimers()
})

const getKind = async ({ email }: { email: string }) => (isDemoUser(email) ? 'demo' : 'merchant')

const exported = endpoint('GET', '/any.csv', { role: 'viewer', use: 'export', file: 'csv', description: '' })

/** Returns an app whose exports never end, unless the caller requests a short one. */
function appWithExports() {
  const app = new Hono<AppEnv>()
  app.onError((error, c) => errorResponse(c, error, log))
  app.use(async (c, next) => {
    const merchantId = Number(c.req.header('merchant'))
    const email = c.req.header('email') ?? ''
    c.set('signedIn', { merchantId, homeId: merchantId, role: 'owner', userId: '', email, sessionId: '' })
    if (c.req.path.endsWith('.csv')) c.set('endpoint', exported)
    await next()
  })
  app.use(limitExports(getKind, limits))
  app.get('/api/short/export.csv', (c) => c.body('a,b\r\n'))
  app.get('/api/refused/export.csv', () => {
    throw new AppError('conflict', 'Not now.')
  })
  app.get('/api/long/export.csv', (c) =>
    c.body(
      new ReadableStream<Uint8Array>(
        { pull: (controller) => controller.enqueue(new Uint8Array(1)) },
        { highWaterMark: 0 },
      ),
    ),
  )
  app.get('/api/session', (c) => c.json({}))
  return (
    merchant: number,
    path = '/api/long/export.csv',
    { method = 'GET', ...headers }: Record<string, string> = {},
  ) => app.request(path, { method, headers: { ...headers, merchant: String(merchant) } })
}

describe('limitExports', () => {
  it('answers 429 with a time to retry to a merchant’s third export at a time, and serves others', async () => {
    const request = appWithExports()
    expect([(await request(1)).status, (await request(1)).status]).toEqual([200, 200])
    const refused = await request(1)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15'])
    expect(await refused.json()).toMatchObject({ error: { code: 'limit_exceeded' } })
    expect((await request(1, '/api/session')).status).toBe(200)
    expect((await request(2)).status).toBe(200)
  })

  it('refuses more exports than the process may hold open, and a demo user never takes the place of a merchant', async () => {
    const app = appWithExports()
    const demoUser = { email: 'visitor-1@demo.invalid' }
    expect((await app(10, '/api/long/export.csv', demoUser)).status).toBe(200)
    expect((await app(11, '/api/long/export.csv', demoUser)).status).toBe(429)
    for (const merchant of [1, 2, 3]) expect((await app(merchant)).status).toBe(200)
    expect((await app(4)).status).toBe(429)
  })

  it('gives merchants their files while stalled readers hold open more than are made at once', async () => {
    const request = appWithExports()
    const still = [await request(1), await request(1)]
    const readers = still.map((answer) => answer.body!.getReader())
    for (const reader of readers) await reader.read()
    expect(await (await request(2, '/api/short/export.csv')).text()).toBe('a,b\r\n')
  })

  it.each([
    ['that was read to its end', '/api/short/export.csv', (answer: Response) => answer.text()],
    ['that was cancelled', '/api/long/export.csv', (answer: Response) => answer.body?.cancel()],
    ['that was refused', '/api/refused/export.csv', (answer: Response) => answer.text()],
  ])('does not count an export %s', async (_name, path, end) => {
    const request = appWithExports()
    for (let n = 0; n < 4; n++) {
      const answer = await request(1, path)
      expect(answer.status).not.toBe(429)
      await end(answer)
    }
    expect((await request(1)).status).toBe(200)
    expect((await request(1)).status).toBe(200)
    expect((await request(1)).status).toBe(429)
  })

  it('counts a request for the head alone, which makes the file, and keeps nothing of it open', async () => {
    const request = appWithExports()
    for (let n = 0; n < 4; n++)
      expect((await request(1, '/api/long/export.csv', { method: 'HEAD' })).status).toBe(200)
    for (let n = 0; n < 2; n++) expect((await request(1)).status).toBe(200)
    expect((await request(1, '/api/long/export.csv', { method: 'HEAD' })).status).toBe(429)
  })

  it('cuts an export that nobody reads, and lets the next one start', async () => {
    vi.useFakeTimers()
    const request = appWithExports()
    const still = await request(1)
    await request(1)
    vi.advanceTimersByTime(limits.pace.graceMs - 1)
    expect((await request(1)).status).toBe(429)
    vi.advanceTimersByTime(1)
    await expect(still.text()).rejects.toThrow('too slowly')
    expect((await request(1)).status).toBe(200)
  })

  it('cuts an export that is read byte by byte, more slowly than required', async () => {
    vi.useFakeTimers()
    const request = appWithExports()
    const reader = (await request(1)).body!.getReader()
    const takeOneAfter = async (ms: number) => {
      vi.advanceTimersByTime(ms)
      return (await reader.read()).done
    }
    for (let byte = 0; byte < 100; byte++) expect(await takeOneAfter(1000)).toBe(false)
    for (let byte = 0; byte < 5; byte++) expect(await takeOneAfter(10_000)).toBe(false)
    await expect(takeOneAfter(20_000)).rejects.toThrow('too slowly')
  })

  it('delivers every byte', async () => {
    const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251)
    const app = new Hono<AppEnv>()
    app.use(async (c, next) => {
      c.set('signedIn', { merchantId: 1, homeId: 1, role: 'owner', userId: '', email: '', sessionId: '' })
      c.set('endpoint', exported)
      await next()
    })
    app.use(limitExports(getKind, limits)).get('/api/account/export', (c) => c.body(bytes))
    const answer = await app.request('/api/account/export')
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  })
})
