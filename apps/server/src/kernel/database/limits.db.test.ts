import { withTestDatabase } from '@stockcast/testkit'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postJson } from '../../providers/shopify/client/http.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts'
import { errorResponse } from '../http/error-response.ts'
import { type AppDatabase, openDatabase } from './app-database.ts'
import { WEB_LIMITS } from './limits.ts'

const limits = { connectMs: 600, statementMs: 1000, lockMs: 200, idleInTransactionMs: 500, answerMs: 1500 }
const log = pino({ level: 'silent' })
const database = withTestDatabase()
let proxy: DatabaseProxy
let db: AppDatabase
beforeEach(async () => {
  proxy = await startDatabaseProxy(database.appUrl)
  db = openDatabase(proxy.url, { poolSize: 3, onError: () => undefined, limits })
})
afterEach(async () => {
  await db?.close()
  await proxy?.close()
})

const wait = sql`select pg_sleep(20)`
const ask = sql`select 1`
const lockOne = sql`select pg_advisory_xact_lock(1)`

/** Returns the answer of a route that fails as `work` does. */
async function answerTo(work: () => Promise<unknown>): Promise<[number, string | null, unknown]> {
  const app = new Hono()
  app.onError((error, c) => errorResponse(c, error, log))
  app.get('/', async (c) => c.json(await work()))
  const answer = await app.request('/')
  const { error } = (await answer.json()) as { error?: { code: string } }
  return [answer.status, answer.headers.get('retry-after'), error?.code]
}
const unavailable = [503, '5', 'unavailable']

describe('a database that is too slow', () => {
  it('ends a statement that takes too long, in a transaction and outside of one, and the caller may try again', async () => {
    expect(await answerTo(() => db.withTenant(1, (tx) => wait.execute(tx)))).toEqual(unavailable)
    expect(await answerTo(() => wait.execute(db.directory))).toEqual(unavailable)
  })

  it('ends a wait for a lock that another transaction holds', async () => {
    // The holder may be idle for as long as a busy machine makes it.
    const patient = { ...limits, idleInTransactionMs: 60_000 }
    const holder = openDatabase(database.appUrl, { poolSize: 1, onError: () => undefined, limits: patient })
    await holder.withTenant(1, async (tx) => {
      await lockOne.execute(tx)
      expect(await answerTo(() => db.withTenantAtOnce(2, (other) => lockOne.execute(other)))).toEqual(
        unavailable,
      )
    })
    await holder.close()
  })

  it('ends a transaction in which nothing happens, and releases its locks', async () => {
    const idle = db.withTenant(1, async (tx) => {
      await lockOne.execute(tx)
      // Longer than the limit, on the server's own clock.
      await sql`select pg_sleep(0.7)`.execute(db.directory)
      return ask.execute(tx)
    })
    expect(await answerTo(() => idle)).toEqual(unavailable)
    await db.withTenant(2, (tx) => lockOne.execute(tx))
  })

  it('keeps its limits in a transaction when a pooler dropped those of the connection', async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    for (const name of names) await sql`set ${sql.raw(name)} = 0`.execute(db.directory)
    const settings = await db.withTenant(1, (tx) =>
      sql<{ setting: string }>`
        select setting from pg_settings where name = any(${names}) order by name`.execute(tx),
    )
    expect(settings.rows.map(({ setting }) => setting)).toEqual(['500', '200', '1000'])
  })

  it('refuses a caller when no connection becomes free', async () => {
    const patient = { ...limits, statementMs: 60_000, answerMs: 60_000 }
    const single = openDatabase(proxy.url, { poolSize: 1, onError: () => undefined, limits: patient })
    await ask.execute(single.directory)
    const busy = wait.execute(single.directory).catch(() => undefined)
    expect(await answerTo(() => ask.execute(single.directory))).toEqual(unavailable)
    proxy.cut()
    await busy
    await single.close()
  })
})

describe('a database that is unavailable', () => {
  it('is reported to the caller, and no more connections are opened than before', async () => {
    await ask.execute(db.directory)
    proxy.setFault('refuse')
    proxy.cut()
    expect(await answerTo(() => ask.execute(db.directory))).toEqual(unavailable)
    expect(await answerTo(() => db.withTenant(1, (tx) => ask.execute(tx)))).toEqual(unavailable)
    proxy.setFault('none')
    expect(await answerTo(async () => (await ask.execute(db.directory)).rows)).toEqual([200, null, undefined])
    expect(proxy.open()).toBeLessThanOrEqual(3)
  })

  it('fails only the transaction in which its connection breaks', async () => {
    const broken = db.withTenant(1, async (tx) => {
      await ask.execute(tx)
      proxy.cut()
      await expect(ask.execute(db.directory).catch(() => 'broken')).resolves.toBeDefined()
      return ask.execute(tx)
    })
    expect(await answerTo(() => broken)).toEqual(unavailable)
    await db.withTenant(1, (tx) => ask.execute(tx))
  })

  it('fails a query that gets no answer, and does not use the connection again', async () => {
    await ask.execute(db.directory)
    proxy.setFault('hang')
    expect(await answerTo(() => ask.execute(db.directory))).toEqual(unavailable)
    proxy.setFault('none')
    await db.withTenant(1, (tx) => ask.execute(tx))
    expect(proxy.open()).toBe(1)
  })

  it('is given up when it does not answer a connection', async () => {
    proxy.setFault('hang')
    expect(await answerTo(() => ask.execute(db.directory))).toEqual(unavailable)
  })
})

describe('an open transaction', () => {
  beforeEach(async () => {
    await db.close()
    db = openDatabase(database.appUrl, { poolSize: 1, onError: () => undefined, limits: WEB_LIMITS })
  })
  const callProvider = () =>
    postJson(
      { fetch: async () => new Response('{}'), sleep: async () => undefined, random: () => 0 },
      { url: 'http://provider.example', body: {}, deadlineMs: 100 },
    )

  it('does not wait for a provider', async () => {
    await expect(db.withTenant(1, callProvider)).rejects.toThrow('inside a database transaction')
  })

  it('that has ended does not prevent a call to a provider', async () => {
    let later: (() => Promise<unknown>) | undefined
    await db.withTenant(1, async () => {
      later = callProvider
    })
    await expect(later?.()).resolves.toMatchObject({ status: 200 })
  })
})
