import { withTestDatabase } from '@stockcast/testkit'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AppDatabase, openDatabase, type Tx } from './app-database.ts'
import { WEB_LIMITS } from './limits.ts'
import { asRequest, noteDemoUser } from './request-scope.ts'

const POOL_SIZE = 6

const database = withTestDatabase()
let db: AppDatabase
beforeEach(() => {
  db = openDatabase(database.appUrl, { poolSize: POOL_SIZE, onError: () => undefined, limits: WEB_LIMITS })
})
afterEach(() => db?.close())

const page = { isPage: true, isChange: false }
const change = { isPage: false, isChange: true }
const ask = sql`select 1`
const one = (tx: Tx) => ask.execute(tx)

const read = <T>(merchantId: number, work: (tx: Tx) => Promise<T>) =>
  asRequest(page, () => db.withTenant(merchantId, work))
const write = <T>(merchantId: number, work: (tx: Tx) => Promise<T>) =>
  asRequest(change, () => db.withTenant(merchantId, work))
const readAsDemoUser = <T>(merchantId: number, work: (tx: Tx) => Promise<T>) =>
  asRequest(page, () => {
    noteDemoUser()
    return db.withTenant(merchantId, work)
  })

/** Returns work that keeps its connection until `open` is called, and counts how often it began. */
function gated() {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const counts = { begun: 0 }
  const work = async (tx: Tx) => {
    counts.begun++
    await one(tx)
    await gate
  }
  return { work, open, counts }
}

describe('connections', () => {
  it('are there for a quiet merchant and for sign-ins while greedy merchants keep all that they get', async () => {
    const { work, open, counts } = gated()
    const greedy = [1, 2, 3].flatMap((merchantId) => Array.from({ length: 20 }, () => read(merchantId, work)))
    await read(9, one)
    await ask.execute(db.directory)
    await db.inTurn({ merchantId: 10, isDemoUser: false }, () => ask.execute(db.directory))
    expect(counts.begun).toBeLessThan(POOL_SIZE - 1)
    open()
    await Promise.all(greedy)
  })

  it('are there for a merchant while twenty demo users keep all that they get', async () => {
    const { work, open, counts } = gated()
    const demos = Array.from({ length: 20 }, (_, i) => readAsDemoUser(100 + i, work))
    const { work: own, open: openOwn, counts: ownCounts } = gated()
    const mine = [read(1, own), read(1, own)]
    await read(2, one)
    // The connection of the other merchant may be there first.
    await vi.waitFor(() => expect([counts.begun, ownCounts.begun]).toEqual([2, 1]))
    open()
    openOwn()
    await Promise.all([...demos, ...mine])
  })

  it('are refused to a merchant with two hundred waiting requests, and to no other', async () => {
    const { work, open } = gated()
    const greedy = Array.from({ length: 202 }, () => read(1, work))
    await expect(read(1, one)).rejects.toMatchObject({ code: 'limit_exceeded', retryAfterSeconds: 5 })
    await expect(
      db.inTurn({ merchantId: 1, isDemoUser: false }, () => ask.execute(db.directory)),
    ).rejects.toMatchObject({ code: 'limit_exceeded' })
    await read(2, one)
    open()
    await Promise.all(greedy)
  })

  it('are kept by a transaction that opens another one, which waits for no turn', async () => {
    await asRequest(change, () => db.withTenant(1, () => db.withTenant(1, one)))
  })
})

const lock = (tx: Tx) => sql`select pg_advisory_xact_lock(7)`.execute(tx)
const lockOther = (tx: Tx) => sql`select pg_advisory_xact_lock(8)`.execute(tx)

it('changes of a merchant that wait for a lock take no connection from other merchants, and each is made once, one after another', async () => {
  const held = gated()
  const holder = openDatabase(database.appUrl, {
    poolSize: 1,
    onError: () => undefined,
    limits: { ...WEB_LIMITS, idleInTransactionMs: 60_000 },
  })
  const locked = Promise.withResolvers<void>()
  const holding = holder.withTenant(1, async (tx) => {
    await lock(tx)
    locked.resolve()
    await held.work(tx)
  })
  await locked.promise
  const count = { begun: 0, running: 0, mostRunning: 0 }
  const again = Promise.withResolvers<void>()
  const changes = Array.from({ length: 8 }, (_, i) =>
    write(1, async (tx) => {
      if (++count.begun > 1) again.resolve()
      count.mostRunning = Math.max(count.mostRunning, ++count.running)
      try {
        await sql`insert into limit_counts (key, times, uses, forget_at)
            values (${`change ${i}`}, '{}', 1, now())`.execute(tx)
        await lock(tx)
      } finally {
        count.running--
      }
    }),
  )
  // One of them found the lock taken, gave its connection back, and began again.
  await again.promise
  await Promise.all([2, 3, 4].flatMap((merchantId) => [read(merchantId, one), write(merchantId, lockOther)]))
  expect(count.mostRunning).toBe(1)
  held.open()
  await holding
  await Promise.all(changes)
  expect(count.mostRunning).toBe(1)
  const stored = await sql`select from limit_counts where key like 'change %'`.execute(db.directory)
  expect(stored.rows).toHaveLength(8)
  await holder.close()
})

it('a change is made although two jobs take its lock in turn, of which one always stands in the queue for it', async () => {
  const worker = openDatabase(database.appUrl, { poolSize: POOL_SIZE, onError: () => undefined })
  const waiting = sql`select from pg_locks where locktype = 'advisory' and not granted`
  let isOver = false
  const job = async () => {
    while (!isOver) {
      await worker.withTenant(1, async (tx) => {
        await lock(tx)
        await sql`select pg_sleep(0.15)`.execute(tx)
      })
    }
  }
  const jobs = [job(), job()]
  await vi.waitFor(async () => expect((await waiting.execute(db.directory)).rows).toHaveLength(1))
  await write(1, lock).finally(() => {
    isOver = true
  })
  await Promise.all(jobs)
  await worker.close()
}, 20_000)

it('a change that PostgreSQL ended because of a deadlock is made again', async () => {
  let tries = 0
  await write(1, async (tx) => {
    await one(tx)
    if (++tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  })
  expect(tries).toBe(2)
})

describe('a statement', () => {
  const settings = (tx: Tx) =>
    sql<{
      statement: string
      lock: string
      loops: string
    }>`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock, current_setting('enable_nestloop') as loops`
      .execute(tx)
      .then(({ rows }) => rows[0])
  const file = { isPage: false, isChange: false }

  it('that reads for a page or a file ends after two seconds, and one of a change or a job keeps its own limits', async () => {
    for (const scope of [page, file]) {
      const found = asRequest(scope, () => db.withTenant(1, settings))
      expect(await found).toEqual({ statement: '2s', lock: '100ms', loops: 'on' })
    }
    expect(await write(1, settings)).toEqual({ statement: '30s', lock: '100ms', loops: 'on' })
    expect(await db.withTenant(1, settings)).toEqual({ statement: '30s', lock: '10s', loops: 'on' })
  })

  it.each([
    ['page', page, '8s'],
    ['file', file, '30s'],
  ])(
    'that took too long for a %s runs again without nested loops, and ends again',
    async (_, scope, most) => {
      let tries = 0
      const again = asRequest(scope, () =>
        db.withTenant(1, async (tx) => {
          const found = await settings(tx)
          if (++tries === 1) throw Object.assign(new Error('ended'), { code: '57014' })
          return found
        }),
      )
      expect(await again).toEqual({ statement: most, lock: '100ms', loops: 'off' })
      expect(await read(1, settings)).toMatchObject({ loops: 'on' })
    },
  )

  it('that took too long for a page is refused for now, in words', async () => {
    const hasty = openDatabase(database.appUrl, {
      poolSize: 2,
      onError: () => undefined,
      limits: { ...WEB_LIMITS, statementMs: 50 },
    })
    const slow = asRequest(page, () => hasty.withTenant(1, (tx) => sql`select pg_sleep(20)`.execute(tx)))
    await expect(slow).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 5,
      message: 'This took too long to read and was ended. Please try again in a few seconds.',
    })
    await hasty.close()
  })
})
