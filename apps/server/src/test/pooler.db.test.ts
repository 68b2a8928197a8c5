import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase, queryDatabase, type TestDatabase } from '@stockcast/testkit'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { databaseUser } from '../../../../tools/postgres/database-user.ts'
import { freePort } from '../../../../tools/postgres/local-address.ts'
import { readConfig } from '../kernel/config/config.ts'
import { startJobQueue } from '../kernel/jobs/job-queue.ts'
import { type RunningServer, startServer } from '../main.ts'
import { forecastShopTask } from '../store/changes/request-forecast.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { startTransactionPooler } from '../testing/transaction-pooler.ts'

/** A real PgBouncer, where it is installed or named; otherwise a pooler of the tests, which does the same. */
const program = process.env.PGBOUNCER ?? 'pgbouncer'
const hasPgBouncer = spawnSync(program, ['--version']).status === 0
const log = pino({ level: 'silent' })
const publicUrl = 'http://localhost:3000'
/** Fewer connections than the processes use, so that every transaction may get another one. */
const POOL_SIZE = 3

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let pooledUrl: string
let stopPooler: () => Promise<void>
const running: RunningServer[] = []

async function startPgBouncer(): Promise<void> {
  const { host, port, password } = inject('databaseNodes')[0]!
  const listenPort = await freePort()
  const name = new URL(database.appUrl).pathname.slice(1)
  const login = `user=stockcast_app${password ? ` password=${password}` : ''}`
  const settings = `[databases]
${name} = host=${host} port=${port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
server_round_robin = 1
ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`
  const file = join(folder.path, 'pgbouncer.ini')
  chmodSync(folder.path, 0o755)
  writeFileSync(file, settings, { mode: 0o644 })
  const user = databaseUser(host, [])
  const [command = program, ...args] = [...(user?.namespace ?? []), program, file]
  const ids = user && user.ids.uid > 0 ? user.ids : {}
  const child = spawn(command, args, { stdio: 'ignore', ...ids })
  stopPooler = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  pooledUrl = `postgresql://stockcast_app@127.0.0.1:${listenPort}/${name}`
  await vi.waitFor(() => queryDatabase(pooledUrl, 'select 1'), { timeout: 15_000, interval: 50 })
}

async function startPooler(): Promise<void> {
  if (hasPgBouncer) return startPgBouncer()
  const pooler = await startTransactionPooler(database.appUrl, POOL_SIZE)
  pooledUrl = pooler.url
  stopPooler = pooler.close
}

async function start(env: Record<string, string>): Promise<RunningServer> {
  const config = readConfig({
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: database.appUrl,
    STOCKCAST_SECRET: 'a-secret-of-the-tests-32-characters',
    SANDBOX_URL: 'http://127.0.0.1:9',
    PUBLIC_URL: publicUrl,
    PORT: '0',
    ...env,
  })
  const server = await startServer(config, log)
  running.push(server)
  return server
}

async function signUp(address: string): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', origin: publicUrl }
  const body = JSON.stringify({ email: 'pooled@example.com', password: 'a good one', name: 'x' })
  const made = await fetch(`${address}/api/auth/sign-up/email`, { method: 'POST', headers, body })
  expect(made.status).toBe(200)
  const cookie = made.headers.getSetCookie()[0]!.split(';')[0]!
  const answer = await fetch(`${address}/api/auth/token`, { headers: { cookie } })
  const { token } = (await answer.json()) as { token: string }
  return { origin: publicUrl, authorization: `Bearer ${token}` }
}

describe('behind a pooler in transaction mode', () => {
  beforeAll(async () => {
    folder = await temporaryFolder()
    database = await createTestDatabase()
    await startPooler()
  })
  afterAll(async () => {
    for (const server of running.splice(0).reverse()) await server.stop()
    await stopPooler?.()
    await database?.drop()
    await folder?.remove()
  })

  it('web and worker take a file, forecast from it and tell the open page', async () => {
    const address = (await start({ STOCKCAST_ROLE: 'web' })).address!
    await start({ STOCKCAST_ROLE: 'worker', ONLY_WORKER: '1' })
    const headers = await signUp(address)
    const leaving = new AbortController()
    const page = await fetch(`${address}/api/events`, { headers, signal: leaving.signal })
    const reader = page.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toBe(': hello\n\n')

    const send = async (path: string, method: string, body?: string) => {
      const answer = await fetch(`${address}${path}`, { method, headers, ...(body ? { body } : {}) })
      expect(answer.status).toBe(200)
      return (await answer.json()) as { id: number; status: string }
    }
    const days = Array.from(
      { length: 25 },
      (_, n) => `A,2026-09-${String(n + 1).padStart(2, '0')},${1 + (n % 3)}\n`,
    )
    const files = { products: 'sku,product,stock\nA,Kettle,5\n', sales: `sku,day,units\n${days.join('')}` }
    for (const [kind, content] of Object.entries(files)) {
      const { id } = await send(`/api/imports?kind=${kind}&fileName=${kind}.csv`, 'POST', content)
      const becomes = (status: string) =>
        vi.waitFor(async () => expect((await send(`/api/imports/${id}`, 'GET')).status).toBe(status), {
          timeout: 20_000,
          interval: 100,
        })
      await becomes('ready')
      await send(`/api/imports/${id}/apply`, 'POST')
      await becomes('applied')
    }
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${address}/api/products?pageSize=1`, { headers })
        expect(await answer.json()).toMatchObject({ forecastAsOf: expect.any(String) })
      },
      { timeout: 20_000, interval: 100 },
    )
    expect((await reader.read()).value).toContain('data: {"type":"import"')
    leaving.abort()
  }, 120_000)

  it('limits, the tenant and locks end with their transaction', async () => {
    const rows = await queryDatabase(
      pooledUrl,
      `select current_setting('app.merchant_id', true) as merchant, current_setting('lock_timeout') as lock`,
    )
    expect(rows.map(({ merchant }) => merchant || null)).toEqual([null])
    const held = () =>
      queryDatabase(
        database.appUrl,
        `select l.locktype from pg_locks l join pg_stat_activity a using (pid)
         where l.locktype = 'advisory' and a.application_name <> 'stockcast jobs' and a.datname = current_database()`,
      )
    await vi.waitFor(async () => expect(await held()).toEqual([]), { timeout: 20_000, interval: 50 })
  })

  it('a worker hears of a job at once, on its own connection', async () => {
    const queue = await startJobQueue({
      databaseUrl: pooledUrl,
      directUrl: database.appUrl,
      log,
      supervise: false,
    })
    await queue.prepare([forecastShopTask])
    await queue.send(forecastShopTask, { merchantId: 999 }, { delaySeconds: 1 })
    await vi.waitFor(
      async () => {
        const rows = await queryDatabase(
          database.appUrl,
          `select state::text from jobs.job where name = 'forecast-shop' and singleton_key = '999'`,
        )
        expect(rows).toEqual([{ state: 'completed' }])
      },
      { timeout: 20_000, interval: 100 },
    )
    await queue.stop()
  })
})
