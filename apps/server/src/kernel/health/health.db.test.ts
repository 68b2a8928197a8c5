import { queryDatabase } from '@stockcast/testkit'
import { describe, expect, it, vi } from 'vitest'
import { withTestApp } from '../../testing/index.ts'
import { callProvider } from '../telemetry/provider-calls.ts'
import { createHealthRoutes } from './routes.ts'

const token = 'a-token-for-metrics'

const app = withTestApp({ env: { METRICS_TOKEN: token } })

const asOwner = (statement: string) => queryDatabase(app.database.ownerUrl, statement)

it('GET /healthz answers that the process is running', async () => {
  const answer = await app.request('/healthz')
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
})

describe('GET /readyz', () => {
  const ready = { database: 'ok', migrations: 'ok', queue: 'ok', disk: 'ok' }
  const readiness = async () => {
    const answer = await app.request('/readyz')
    return [answer.status, ((await answer.json()) as { checks: object }).checks]
  }

  it('reports that it is ready with its own migrations and a queue', async () => {
    expect(await readiness()).toEqual([200, ready])
  })

  it('reports that it is not ready on a database of another version, and names the migration', async () => {
    await asOwner(
      "insert into schema_migrations (name, needs) values ('9999_from_tomorrow.sql', '9998_widened.sql')",
    )
    expect(await readiness()).toEqual([
      503,
      { ...ready, migrations: 'newer than this program: 9999_from_tomorrow.sql' },
    ])
    await asOwner(
      "delete from schema_migrations where name in ('9999_from_tomorrow.sql', '0001_baseline.sql')",
    )
    expect(await readiness()).toEqual([503, { ...ready, migrations: 'not applied: 0001_baseline.sql' }])
    await asOwner(
      "insert into schema_migrations (name, needs) values ('0001_baseline.sql', '0001_baseline.sql')",
    )
  })

  it('reports that it is ready on a database that a newer program has only added to', async () => {
    await asOwner(
      `insert into schema_migrations (name, needs) values ('9998_widened.sql', null),
        ('9999_completed.sql', '0001_baseline.sql')`,
    )
    expect(await readiness()).toEqual([200, ready])
    await asOwner("delete from schema_migrations where name like '999%'")
  })

  it('reports that it is not ready without a queue', async () => {
    await asOwner('alter table jobs.queue rename to queue_elsewhere')
    expect(await readiness()).toEqual([503, { ...ready, queue: 'does not answer: 42P01' }])
    await asOwner('alter table jobs.queue_elsewhere rename to queue')
  })

  it.each<[string, number | null, object]>([
    ['says nothing about a worker in a process that only sends jobs', null, {}],
    ['says that a worker which looks for jobs is in order', 29_000, { worker: 'ok' }],
    [
      'is not ready when the worker no longer looks for jobs',
      31_000,
      { worker: 'has not looked for jobs for 31 s' },
    ],
  ])('%s', async (_what, silentMs, expected) => {
    const looking = vi.spyOn(app.kernel.jobs, 'silentMs').mockReturnValue(silentMs)
    expect(await readiness()).toEqual([silentMs === 31_000 ? 503 : 200, { ...ready, ...expected }])
    looking.mockRestore()
  })
})

it('GET /readyz of a process that was asked to stop answers 503 without a look at the database', async () => {
  const kernel = { ...app.kernel, stopping: AbortSignal.abort(), db: undefined as never }
  const answer = await createHealthRoutes(kernel, {} as never).request('/readyz')
  expect([answer.status, await answer.json()]).toEqual([503, { status: 'stopping', checks: {} }])
})

describe('GET /metrics', () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })

  it('gives this machine the figures of requests, connections and streams', async () => {
    await asOwner("insert into mail_failures values ('billing', 'given_up', 3, now())")
    const answer = await from('127.0.0.1')
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toMatch(/^stockcast_database_connections\{state="open"\} \d+$/m)
    expect(text).toMatch(/^stockcast_event_streams 0$/m)
    expect(text).toContain('stockcast_mails_failed_total{kind="billing",outcome="given_up"} 3')
    expect(text).toMatch(/^stockcast_billing_closings_open 0$/m)
    expect(text).toMatch(/^stockcast_database_figures_up 1$/m)
    expect(text).toMatch(/^stockcast_build_info\{version="[\d.]+",role="all"\} 1$/m)
    expect(text).toMatch(/^stockcast_disk_reserve_bytes \d+$/m)
    for (const check of ['database', 'migrations', 'queue', 'disk']) {
      expect(text).toContain(`stockcast_check_ok{check="${check}"} 1`)
    }
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  })

  it('counts requests by the path of their route, whatever the caller asked for', async () => {
    await app.app.request('/api/nobody@example.com', { method: 'BREW' })
    await app.app.request('/api/products/77/forecast')
    await app.app.request('/nobody@example.com')
    const text = await (await from('127.0.0.1')).text()
    const counted = [...text.matchAll(/^stockcast_http_request_seconds_count\{(.*)\} \d+$/gm)].map(
      ([, of]) => of,
    )
    expect(counted).toContain('method="other",route="/api/*",status="4xx"')
    expect(counted).toContain('method="GET",route="unknown",status="4xx"')
    expect(text).not.toContain('nobody')
    expect(text).not.toContain('/77/')
  })

  it('counts calls to providers by outcome', async () => {
    await callProvider(
      'slack',
      async () => 'x',
      () => 'throttled',
    )
    const text = await (await from('127.0.0.1')).text()
    expect(text).toContain('stockcast_provider_call_seconds_count{provider="slack",outcome="throttled"} 1')
  })

  it.each([
    ['forwarded', 'for=203.0.113.9'],
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-host', 'stockcast.example.com'],
    ['x-forwarded-proto', 'https'],
    ['x-real-ip', '203.0.113.9'],
    ['via', '1.1 proxy'],
    ['cf-connecting-ip', '203.0.113.9'],
    ['cf-ray', '1'],
  ])('asks for the token when %s says that a proxy here forwarded the request', async (name, value) => {
    expect((await from('127.0.0.1', { [name]: value })).status).toBe(404)
    const withToken = await from('127.0.0.1', { [name]: value, authorization: `Bearer ${token}` })
    expect(withToken.status).toBe(200)
  })

  it('is hidden from other machines, also behind a proxy on this one, unless they know the token', async () => {
    expect((await from('203.0.113.9')).status).toBe(404)
    expect((await from('127.0.0.1', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
    expect((await from('203.0.113.9', { authorization: `Bearer ${token}x` })).status).toBe(404)
    expect((await from('203.0.113.9', { authorization: `Bearer ${token}` })).status).toBe(200)
  })
})
