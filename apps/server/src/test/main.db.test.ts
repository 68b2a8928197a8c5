import { fork } from 'node:child_process'
import { scryptSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { queryDatabase, withTestDatabase } from '@stockcast/testkit'
import pg from 'pg'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDomains } from '../domains.ts'
import { readConfig } from '../kernel/config/config.ts'
import { type JobQueue, startJobQueue } from '../kernel/jobs/job-queue.ts'
import { workKinds } from '../kernel/jobs/task.ts'
import { type RunningServer, startServer } from '../main.ts'
import { refreshProjectionsTask } from '../store/changes/queue-refresh.ts'
import { forecastShopTask } from '../store/changes/request-forecast.ts'
import { compileCache } from '../testing/compile-cache.ts'
import { createTestKernel } from '../testing/test-kernel.ts'

const publicUrl = 'http://localhost:3000'
const PASSWORD = 'a good one'
const log = pino({ level: 'silent' })
const database = withTestDatabase()
const running: RunningServer[] = []

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop()
})

const environment = (env: Record<string, string> = {}) => ({
  DATABASE_URL: database.appUrl,
  STOCKCAST_SECRET: 'a-secret-of-the-tests-32-characters',
  SANDBOX_URL: 'http://127.0.0.1:9',
  PUBLIC_URL: publicUrl,
  PORT: '0',
  STOCKCAST_ROLE: 'web',
  DATABASE_POOL_SIZE: '4',
  ...env,
})

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer(readConfig(environment(env)), log)
  running.push(server)
  return server
}

async function signUp(address: string, email: string): Promise<Record<string, string>> {
  const json = { 'content-type': 'application/json', origin: publicUrl }
  const body = JSON.stringify({ email, password: PASSWORD, name: 'x' })
  const made = await fetch(`${address}/api/auth/sign-up/email`, { method: 'POST', headers: json, body })
  expect(made.status).toBe(200)
  const cookie = made.headers.getSetCookie()[0]!.split(';')[0]!
  const { token } = (await (await fetch(`${address}/api/auth/token`, { headers: { cookie } })).json()) as {
    token: string
  }
  return { ...json, authorization: `Bearer ${token}` }
}

async function openStream(address: string, headers: Record<string, string>) {
  const leaving = new AbortController()
  const answer = await fetch(`${address}/api/events`, { headers, signal: leaving.signal })
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect((await reader.read()).value).toBe(': hello\n\n')
  return { reader, leave: () => leaving.abort() }
}

const getStreams = async (address: string) =>
  /^stockcast_event_streams (\d+)$/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1]

describe('the web process', () => {
  it('sends events to a page, and forgets the page when it is closed', async () => {
    const address = (await start({ SANDBOX_TOKEN: 'the-token' })).address!
    const page = await openStream(address, await signUp(address, 'page@example.com'))
    const moved = await fetch(`${address}/internal/clock`, {
      method: 'POST',
      headers: { 'x-sandbox-token': 'the-token' },
      body: '{"offsetMs":86400000}',
    })
    expect(moved.status).toBe(200)
    expect((await page.reader.read()).value).toBe('data: {"type":"clock"}\n\n')
    expect(await getStreams(address)).toBe('1')
    page.leave()
    await vi.waitFor(async () => expect(await getStreams(address)).toBe('0'))
  })

  it('stops at once although pages are listening, and ends their streams', async () => {
    const server = await start()
    const page = await openStream(server.address!, await signUp(server.address!, 'stop@example.com'))
    await server.stop()
    expect((await page.reader.read()).value).toMatch(/^retry: \d+\n\n$/)
    expect((await page.reader.read()).done).toBe(true)
    await expect(fetch(`${server.address}/healthz`)).rejects.toThrow()
  })

  it('reports in one sentence that its port is in use', async () => {
    const { port } = new URL((await start()).address!)
    await expect(start({ PORT: port })).rejects.toThrow(
      `Port ${port} is used by another program. Stop that program, or set PORT to another number.`,
    )
  })

  it('refuses to start with another secret than the one with which the database was used', async () => {
    await start()
    await expect(start({ STOCKCAST_SECRET: 'quite-another-secret-of-32-characters' })).rejects.toThrow(
      'STOCKCAST_SECRET is not the one that this database was used with.',
    )
  })

  it.each([
    ['that owns the tables', () => database.ownerUrl, 'owns tables'],
    [
      'that is superuser',
      () => database.ownerUrl.replace('stockcast_owner', 'postgres'),
      'may bypass row-level security',
    ],
  ])('X-02 refuses to start as a database role %s', async (_which, url, sentence) => {
    await expect(start({ DATABASE_URL: url() })).rejects.toThrow(sentence)
  })
})

describe('several processes on one database', () => {
  let client: pg.Client
  let queue: JobQueue
  beforeAll(async () => {
    client = new pg.Client({ connectionString: database.appUrl })
    await client.connect()
    queue = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: false })
    await queue.prepare([forecastShopTask, refreshProjectionsTask])
  })
  afterAll(async () => {
    await queue?.stop()
    await client?.end()
  })

  const patience = { timeout: 15_000, interval: 50 }
  const getStates = async (name: string) => {
    const text = 'select distinct state::text from jobs.job where name = $1'
    return (await client.query<{ state: string }>(text, [name])).rows.map(({ state }) => state)
  }
  const connections = async () => {
    const text = 'select count(*)::int as open from pg_stat_activity where datname = current_database()'
    return (await client.query<{ open: number }>(text)).rows[0]!.open
  }
  /** Returns their number once it stays: PostgreSQL ends those of a process that stopped a moment later. */
  const settledConnections = async () => {
    let last = -1
    await vi.waitFor(
      async () => {
        const former = last
        last = await connections()
        expect(last).toBe(former)
      },
      { timeout: 10_000, interval: 300 },
    )
    return last
  }

  it('take only jobs of the work that they were started for', async () => {
    await queue.send(refreshProjectionsTask, { merchantId: 901 })
    await queue.send(forecastShopTask, { merchantId: 901 })
    await start({ STOCKCAST_ROLE: 'worker', STOCKCAST_WORK: 'batch' })
    await vi.waitFor(async () => expect(await getStates('forecast-shop')).toEqual(['completed']), patience)
    expect(await getStates('refresh-projections')).toEqual(['created'])
    await start({ STOCKCAST_ROLE: 'worker', STOCKCAST_WORK: 'deliver,sync' })
    await vi.waitFor(
      async () => expect(await getStates('refresh-projections')).toEqual(['completed']),
      patience,
    )
  })

  it('run every task between them, each in one kind of work', async () => {
    const kernel = await createTestKernel({ database })
    const domains = await createDomains(kernel)
    const getNames = (kind: string) =>
      domains.tasks.filter(({ work }) => work === kind).map(({ definition }) => definition.name)
    for (const kind of workKinds) expect(getNames(kind).length).toBeGreaterThan(0)
    const names = workKinds.flatMap(getNames)
    expect(names).toHaveLength(domains.tasks.length)
    expect(new Set(names).size).toBe(names.length)
    await domains.close()
    await kernel.close()
  })

  it('refuse a second worker that is started as the only one', async () => {
    const env = { STOCKCAST_ROLE: 'worker', ONLY_WORKER: '1' }
    await start(env)
    await expect(start(env)).rejects.toThrow('Another worker does this work on this database.')
  })

  it('open at most twelve connections each', async () => {
    const before = await settledConnections()
    const config = (env: Record<string, string>) => {
      const { DATABASE_POOL_SIZE: _, ...usual } = environment(env)
      return readConfig(usual)
    }
    const web = await startServer(config({}), log)
    running.push(web)
    await Promise.all(Array.from({ length: 60 }, () => fetch(`${web.address}/readyz`)))
    const ofWeb = (await connections()) - before
    expect(ofWeb).toBeGreaterThan(5)
    expect(ofWeb).toBeLessThanOrEqual(12)
    await running.pop()?.stop()

    const keys = Array.from({ length: 20 }, (_, n) => 1000 + n)
    const jobs = keys.map((merchantId) => ({ data: { merchantId } }))
    const idle = await settledConnections()
    await queue.sendAll(refreshProjectionsTask, jobs)
    await queue.sendAll(forecastShopTask, jobs)
    running.push(await startServer(config({ STOCKCAST_ROLE: 'worker' }), log))
    await vi.waitFor(async () => expect(await getStates('forecast-shop')).toEqual(['completed']), {
      timeout: 60_000,
      interval: 50,
    })
    const ofWorker = (await connections()) - idle
    expect(ofWorker).toBeGreaterThan(5)
    expect(ofWorker).toBeLessThanOrEqual(12)
  }, 90_000)
})

describe('the worker process', () => {
  it('answers about its health and its metrics on a port of its own, and about nothing else', async () => {
    const token = 'a-token-for-metrics'
    const env = { STOCKCAST_ROLE: 'worker', WORKER_PORT: '0', METRICS_TOKEN: token }
    const { address } = await start(env)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const ready = await fetch(`${address}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      200,
      {
        status: 'ready',
        checks: { database: 'ok', migrations: 'ok', queue: 'ok', worker: 'ok', disk: 'ok' },
      },
    ])
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    const text = await (await fetch(`${address}/metrics`)).text()
    expect(text).toMatch(/^stockcast_build_info\{version="[^"]+",role="worker"\} 1$/m)
    expect(text).toMatch(/^stockcast_worker_silent_seconds \d/m)
    expect(text).toMatch(/^stockcast_jobs_waiting\{queue="apply-webhooks"\} 0$/m)
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect((await fetch(`${address}/metrics`, { headers: forwarded })).status).toBe(404)
    const authorization = `Bearer ${token}`
    expect((await fetch(`${address}/metrics`, { headers: { ...forwarded, authorization } })).status).toBe(200)
    for (const path of ['/', '/api/session', '/webhooks/shopify']) {
      expect((await fetch(address + path)).status).toBe(404)
    }
  })

  it('names the variable when the port of its health is in use', async () => {
    const { port } = new URL((await start()).address!)
    await expect(start({ STOCKCAST_ROLE: 'worker', WORKER_PORT: port })).rejects.toThrow(
      `Port ${port} is used by another program. Stop that program, or set WORKER_PORT to another number.`,
    )
  })

  it('A-06 sends the welcome mail that the web process queued', async () => {
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        stream.resume()
        stream.on('end', () => {
          received.push(...session.envelope.rcptTo.map((to) => to.address))
          done()
        })
      },
    })
    smtp.listen(0, '127.0.0.1')
    await once(smtp.server, 'listening')
    const env = { SANDBOX_SMTP_PORT: String((smtp.server.address() as AddressInfo).port) }
    const web = await start(env)
    const worker = await start({ ...env, STOCKCAST_ROLE: 'worker' })
    expect(worker.address).toBeNull()
    const headers = await signUp(web.address!, 'ada@example.com')
    const body = JSON.stringify({ email: 'ada@example.com', name: 'ada' })
    await fetch(`${web.address}/functions/send-welcome-email`, { method: 'POST', headers, body })
    await vi.waitFor(() => expect(received).toEqual(['ada@example.com']), { timeout: 15_000, interval: 50 })
    smtp.close()
  })
})

describe('the server process', () => {
  function run(env: Record<string, string>) {
    const child = fork(new URL('../main.ts', import.meta.url), {
      env: { ...compileCache, ...env },
      silent: true,
      execArgv: [],
    })
    let errors = ''
    child.stderr!.on('data', (chunk) => {
      errors += chunk
    })
    // `close` never comes after a disconnect, so the test waits for exit and the end of stderr instead.
    const ended = Promise.all([once(child, 'exit'), once(child.stderr!, 'end')]).then(([[code]]) => ({
      code,
      errors,
    }))
    return { child, ended }
  }

  it('ends with one line that names the faulty variable', async () => {
    const { ended } = run({ ...environment(), STOCKCAST_SECRET: 'short' })
    expect(await ended).toEqual({
      code: 1,
      errors: 'The configuration is invalid. STOCKCAST_SECRET: must have at least 32 characters.\n',
    })
  })

  /** Runs the process until it is ready. */
  const ready = async (env: Record<string, string>) => {
    const started = run({ ...environment(), LOG_LEVEL: 'silent', ...env })
    const [{ address }] = (await once(started.child, 'message')) as [{ address: string }]
    return { ...started, address }
  }

  it('still serves while it drains, reports at once that it stops, and then ends its streams', async () => {
    const { child, ended, address } = await ready({ DRAIN_SECONDS: '5' })
    const page = await openStream(address, await signUp(address, 'drained@example.com'))
    child.kill('SIGTERM')
    await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503), {
      timeout: 4000,
      interval: 20,
    })
    const answer = await fetch(`${address}/healthz`)
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    expect((await page.reader.read()).value).toMatch(/^retry: \d+\n\n$/)
    expect((await page.reader.read()).done).toBe(true)
    expect(await ended).toEqual({ code: 0, errors: '' })
  })

  it('ends at once on a second request to stop', async () => {
    const { child, ended, address } = await ready({ DRAIN_SECONDS: '5' })
    child.kill('SIGTERM')
    await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503), {
      timeout: 4000,
      interval: 20,
    })
    child.kill('SIGTERM')
    expect(await ended).toEqual({ code: 1, errors: '' })
  })

  it('stores a password as scrypt with N = 16384, r = 16 and p = 1', async () => {
    const { child, ended } = run({ ...environment(), LOG_LEVEL: 'silent' })
    const [{ address }] = (await once(child, 'message')) as [{ address: string }]
    await signUp(address, 'hashed@example.com')
    child.kill('SIGTERM')
    await ended
    const [row] = await queryDatabase<{ password: string }>(
      database.ownerUrl,
      `select password from auth_accounts join auth_users u on u.id = user_id where email = 'hashed@example.com'`,
    )
    const [salt = '', key] = row!.password.split(':')
    const options = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 }
    expect(scryptSync(PASSWORD, salt, 64, options).toString('hex')).toBe(key)
  })

  it.each(['SIGTERM', 'disconnect'] as const)('is ready, says so, and stops cleanly on %s', async (how) => {
    const { child, ended } = run({ ...environment(), LOG_LEVEL: 'silent' })
    const [message] = await once(child, 'message')
    expect(message).toMatchObject({
      type: 'ready',
      address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    })
    if (how === 'SIGTERM') child.kill('SIGTERM')
    else child.disconnect()
    expect(await ended).toEqual({ code: 0, errors: '' })
  })
})
