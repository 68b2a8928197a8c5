import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MachineClock, NOW, openSandbox, postJson, temporaryFolder } from '../testing/open-sandbox.ts'
import { listen } from '../testing/serve.ts'
import { SandboxClock } from './clock.ts'
import { notifyApp } from './notify-app.ts'

const DAY_MS = 86_400_000

describe('the clock', () => {
  it('runs with the machine and keeps its offset over a restart', () => {
    const path = join(temporaryFolder(), 'clock.json')
    const machine = new MachineClock()
    new SandboxClock(path, machine.now).advance(3 * DAY_MS)
    const reopened = new SandboxClock(path, machine.now)
    machine.time += 5000
    expect(reopened.now()).toBe(NOW + 3 * DAY_MS + 5000)
  })

  it('stands still when the machine’s clock is set back', () => {
    const machine = new MachineClock()
    const clock = new SandboxClock(join(temporaryFolder(), 'clock.json'), machine.now)
    clock.now()
    machine.time -= DAY_MS
    expect(clock.now()).toBe(NOW)
    machine.time += DAY_MS + 1
    expect(clock.now()).toBe(NOW + 1)
  })

  it('refuses to go back', () => {
    const clock = new SandboxClock(join(temporaryFolder(), 'clock.json'), () => NOW)
    expect(() => clock.advance(-1)).toThrow(RangeError)
    expect(() => clock.advance(Number.NaN)).toThrow(RangeError)
  })

  it('is advanced by days, hours and minutes over the API', async () => {
    const sandbox = openSandbox()
    const answer = await postJson(sandbox, '/api/clock/advance', { days: 1, hours: 2, minutes: 3 })
    const offsetMs = DAY_MS + 2 * 3_600_000 + 3 * 60_000
    expect(await answer.json()).toEqual({
      now: new Date(NOW + offsetMs).toISOString(),
      offsetMs,
      app: 'nobody',
    })
    const read = await sandbox.http.request('/api/clock')
    expect(await read.json()).toMatchObject({ offsetMs })
  })

  it.each([{}, { days: 0 }, { days: -1 }, { weeks: 1 }, { days: '1' }])(
    'refuses to be advanced by %j and says why',
    async (body) => {
      const answer = await postJson(openSandbox(), '/api/clock/advance', body)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({ error: expect.stringMatching(/days|weeks/) })
    },
  )
})

describe('notifyApp', () => {
  async function appAnswering(statuses: number[]) {
    const seen: { url: string | undefined; token: unknown; body: string }[] = []
    const server = createServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      seen.push({ url: request.url, token: request.headers['x-sandbox-token'], body })
      response.writeHead(statuses.shift() ?? 500).end()
    })
    return { seen, url: await listen(server) }
  }
  const noPause = async () => undefined

  it('posts the offset with the shared token', async () => {
    const app = await appAnswering([204])
    expect(await notifyApp({ url: app.url, token: 'secret' }, 1234, noPause)).toBe('notified')
    expect(app.seen).toEqual([{ url: '/internal/clock', token: 'secret', body: '{"offsetMs":1234}' }])
  })

  it('tries again when the app fails', async () => {
    const app = await appAnswering([500, 503, 200])
    expect(await notifyApp({ url: app.url, token: 'secret' }, 1, noPause)).toBe('notified')
    expect(app.seen).toHaveLength(3)
  })

  it('gives up after three tries', async () => {
    const app = await appAnswering([500, 500, 500, 200])
    expect(await notifyApp({ url: app.url, token: 'secret' }, 1, noPause)).toBe('unreachable')
    expect(app.seen).toHaveLength(3)
  })
})
