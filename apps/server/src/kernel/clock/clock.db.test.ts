import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HOUR_MS } from '@stockcast/contract'
import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { withTestKernel } from '../../testing/index.ts'
import { expectRefusal } from '../../testing/read-answer.ts'
import { errorResponse } from '../http/error-response.ts'
import { startLiveEvents } from '../live/live-events.ts'
import { readClockOffset } from './read-clock-offset.ts'
import { createClockRoutes } from './routes.ts'

const log = pino({ level: 'silent' })

const kernel = withTestKernel({ env: { SANDBOX_TOKEN: 'the-token' } })

function clockApp(config = kernel.config, onClockMoved = async () => undefined) {
  const app = new Hono().route('/', createClockRoutes({ ...kernel, config }, onClockMoved))
  app.onError((error, c) => errorResponse(c, error, log))
  return (body: unknown, token?: string) =>
    app.request('/internal/clock', {
      method: 'POST',
      headers: token === undefined ? {} : { 'x-sandbox-token': token },
      body: JSON.stringify(body),
    })
}

describe('POST /internal/clock', () => {
  it('moves the clock of this and every other process, then starts what became due', async () => {
    const other = await startLiveEvents({ directUrl: kernel.config.databaseDirectUrl, log })
    const heard: number[] = []
    other.onClock((offsetMs) => heard.push(offsetMs))
    const due: string[] = []
    const move = clockApp(kernel.config, async () => {
      due.push(kernel.clock.now().toISOString())
    })
    const answer = await move({ offsetMs: 25 * HOUR_MS }, 'the-token')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ now: '2026-11-21T11:00:00.000Z' })
    expect(due).toEqual(['2026-11-21T11:00:00.000Z'])
    await vi.waitFor(() => expect(heard).toEqual([25 * HOUR_MS]))
    await other.stop()
  })

  it.each([undefined, '', 'the-toke', 'the-token-2'])('is refused with the token %j', async (token) => {
    const before = kernel.clock.now()
    expect((await clockApp()({ offsetMs: 99 * HOUR_MS }, token)).status).toBe(403)
    expect(kernel.clock.now()).toEqual(before)
  })

  it.each([{ offsetMs: -1 }, { offsetMs: 1.5 }, { offsetMs: '5' }, { offsetMs: 1e15 }, {}, null])(
    'names the field at fault in the body %j',
    async (body) => {
      await expectRefusal(clockApp()(body, 'the-token'), 400, { code: 'invalid_input', field: 'offsetMs' })
    },
  )

  it('answers 404 in production, without a sandbox, and without a configured token', async () => {
    const { config } = kernel
    const { sandbox } = config
    for (const changed of [
      { isProduction: true },
      { sandbox: null },
      { sandbox: { ...sandbox!, token: null } },
    ]) {
      const answer = await clockApp({ ...config, ...changed })({ offsetMs: 1 }, 'the-token')
      expect(answer.status).toBe(404)
    }
  })
})

describe('the clock at start', () => {
  async function sandboxAnswering(status: number, body: string) {
    const server = createServer((_request, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { sandbox: { url, token: null }, close: () => server.close() }
  }
  const read = (config: Parameters<typeof readClockOffset>[0]['config']) =>
    readClockOffset({ config, db: kernel.db, log })

  it('is set to the sandbox’s clock and stores its offset', async () => {
    const { sandbox, close } = await sandboxAnswering(200, `{"now":"x","offsetMs":${7 * HOUR_MS}}`)
    expect(await read({ sandbox, isProduction: false })).toBe(7 * HOUR_MS)
    close()
    expect(await read({ sandbox, isProduction: false })).toBe(7 * HOUR_MS)
  })

  it('is set to the stored offset when the sandbox gives no usable answer', async () => {
    await clockApp()({ offsetMs: 3 * HOUR_MS }, 'the-token')
    const { sandbox, close } = await sandboxAnswering(500, 'oops')
    expect(await read({ sandbox, isProduction: false })).toBe(3 * HOUR_MS)
    close()
  })

  it('is real time in production and without a sandbox', async () => {
    await clockApp()({ offsetMs: 3 * HOUR_MS }, 'the-token')
    expect(await read({ sandbox: kernel.config.sandbox, isProduction: true })).toBe(0)
    expect(await read({ sandbox: null, isProduction: false })).toBe(0)
  })
})
