import { withTestDatabase } from '@stockcast/testkit'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AppDatabase, openDatabase } from '../database/app-database.ts'
import { migrate } from '../database/migrate.ts'
import { JOB_CHANNEL } from '../database/migrate-job-tables.ts'
import { listen } from '../live/listen.ts'
import { type JobQueue, startJobQueue } from './job-queue.ts'
import { defineTask, handleTask, workKinds } from './task.ts'

const log = pino({ level: 'silent' })
const countUnits = defineTask({
  name: 'count-units',
  data: z.object({ merchantId: z.number(), units: z.number() }),
  one: 'queued-or-running',
  retryLimit: 2,
  retryDelaySeconds: 1,
})

const database = withTestDatabase()
let db: AppDatabase
let jobs: JobQueue
const seen: number[] = []
const failures = { left: 0 }

beforeAll(async () => {
  await migrate(database.ownerUrl)
  db = openDatabase(database.appUrl, { poolSize: 4, onError: () => undefined })
  jobs = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: true })
  await jobs.prepare([countUnits])
  await jobs.work([
    handleTask(countUnits, async ({ units }) => {
      if (failures.left > 0) {
        failures.left -= 1
        throw new Error('the provider did not answer')
      }
      seen.push(units)
    }),
  ])
})

afterAll(async () => {
  await jobs?.stop()
  await db?.close()
})

const seenUnits = (units: number) =>
  vi.waitFor(() => expect(seen).toContain(units), { timeout: 15_000, interval: 50 })

describe('the job queue, connected as the role that owns nothing,', () => {
  it('runs a job that was sent, with its payload', async () => {
    await jobs.send(countUnits, { merchantId: 1, units: 11 })
    await seenUnits(11)
  })

  it('sends nothing when the transaction is rolled back', async () => {
    const attempt = db.withTenant(1, async (tx) => {
      await jobs.send(countUnits, { merchantId: 2, units: 21 }, { tx })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    await jobs.send(countUnits, { merchantId: 3, units: 22 })
    await seenUnits(22)
    expect(seen).not.toContain(21)
  })

  it('runs a failed job again', async () => {
    failures.left = 1
    await jobs.send(countUnits, { merchantId: 4, units: 31 })
    await seenUnits(31)
    expect(seen.filter((units) => units === 31)).toEqual([31])
  })
})

describe('the workers of the queue', () => {
  const ask = defineTask({
    name: 'ask-store',
    data: z.object({ id: z.number() }),
    owner: ({ id }) => String(id),
    retryDelaySeconds: 1,
  })
  const startAsking = async (ran: number[]) => {
    const queue = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: true })
    await queue.prepare([ask])
    await queue.work([handleTask(ask, async ({ id }) => void ran.push(id))])
    return queue
  }
  const inLessThanOnePoll = { timeout: 25_000, interval: 20 }

  it('are woken by a message that names the queue, sent when the job is committed', async () => {
    const heard: string[] = []
    const listening = await listen({
      directUrl: database.appUrl,
      name: 'test',
      channels: [JOB_CHANNEL],
      log,
      onMessage: (_channel, payload) => void heard.push(payload),
      onReconnect: () => undefined,
    })
    await jobs.prepare([ask])
    await db.withTenant(1, async (tx) => {
      await jobs.send(ask, { id: 1 }, { tx })
      expect(heard).toEqual([])
    })
    await vi.waitFor(() => expect(heard).toContain('ask-store'), inLessThanOnePoll)
    await listening.stop()
  })

  it('run many jobs one after the other without being woken for each', async () => {
    await jobs.prepare([ask])
    const ids = Array.from({ length: 40 }, (_, id) => id + 100)
    await jobs.sendAll(
      ask,
      ids.map((id) => ({ data: { id } })),
    )
    const ran: number[] = []
    const queue = await startAsking(ran)
    await vi.waitFor(() => expect(ran).toEqual(expect.arrayContaining(ids)), {
      timeout: 60_000,
      interval: 50,
    })
    await queue.stop()
  }, 90_000)

  it('start a delayed job when its time has come', async () => {
    const ran: number[] = []
    const queue = await startAsking(ran)
    await queue.send(ask, { id: 2 }, { delaySeconds: 2 })
    await vi.waitFor(() => expect(ran).toContain(2), inLessThanOnePoll)
    const { rows } = await db.pool.query<{ early: boolean }>(
      `select started_on < start_after as early from jobs.job where name = 'ask-store' and data ->> 'id' = '2'`,
    )
    expect(rows).toEqual([{ early: false }])
    await queue.stop()
  })

  it('take over a job whose worker no longer reports, and leave one whose worker does', async () => {
    const ran: number[] = []
    await jobs.prepare([ask])
    await jobs.send(ask, { id: 3 })
    await jobs.send(ask, { id: 4 })
    await db.pool.query(
      `update jobs.job set state = 'active', started_on = now(),
         heartbeat_on = now() - case data ->> 'id' when '3' then interval '11 seconds' else -interval '1 hour' end
       where name = 'ask-store' and state = 'created'`,
    )
    const queue = await startAsking(ran)
    await vi.waitFor(() => expect(ran).toContain(3), inLessThanOnePoll)
    expect(ran).not.toContain(4)
    await queue.stop()
  })
})

const slow = defineTask({
  name: 'slow-work',
  data: z.object({ id: z.number() }),
  owner: ({ id }) => String(id),
  retryDelaySeconds: 1,
})

it('a worker that was killed leaves its job to the only worker that starts after it, which does not wait for a missing heartbeat', async () => {
  const start = async (isOnlyWorker: boolean) => {
    const locks = { work: workKinds, isOnlyWorker }
    const queue = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: true, locks })
    await queue.prepare([slow])
    return queue
  }
  const killed = await start(false)
  await killed.send(slow, { id: 1 })
  await db.pool.query(
    `update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'slow-work'`,
  )
  await killed.stop()

  const ran: number[] = []
  const next = await start(true)
  await next.work([handleTask(slow, async ({ id }) => void ran.push(id))])
  await vi.waitFor(() => expect(ran).toEqual([1]), { timeout: 9000, interval: 50 })
  await next.stop()
})

describe('a task that runs once more when it is sent while it runs', () => {
  const recount = defineTask({
    name: 'recount',
    data: z.object({ merchantId: z.number() }),
    one: 'queued',
    retryDelaySeconds: 1,
    concurrency: 2,
  })
  const start = async () => {
    const queue = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: true })
    await queue.prepare([recount])
    return queue
  }
  const countOf = async (where: string) =>
    (await db.pool.query<{ count: number }>(`select count(*)::int from jobs.job where ${where}`)).rows[0]!
      .count

  it('is not lost, does not run twice at a time, and does not delay another key', async () => {
    const queue = await start()
    const events: string[] = []
    const release: (() => void)[] = []
    const probe = handleTask(recount, async ({ merchantId }) => {
      events.push(`start ${merchantId}`)
      if (merchantId === 1) await new Promise<void>((resolve) => release.push(resolve))
      events.push(`end ${merchantId}`)
    })
    const send = (merchantId: number) => queue.send(recount, { merchantId })
    await send(1)
    await queue.work([probe])
    await vi.waitFor(() => expect(events).toEqual(['start 1']), { interval: 20 })
    for (let asked = 0; asked < 3; asked++) await send(1)
    await send(2)
    await vi.waitFor(() => expect(events).toEqual(['start 1', 'start 2', 'end 2']), { interval: 20 })
    release[0]?.()
    await vi.waitFor(() => expect(events.slice(3)).toEqual(['end 1', 'start 1']), { interval: 20 })
    release[1]?.()
    await vi.waitFor(() => expect(events.slice(5)).toEqual(['end 1']), { interval: 20 })
    expect(await countOf(`name = 'recount' and state in ('created', 'retry')`)).toBe(0)
    await queue.stop()
  })

  it('runs at once when it is sent again for now while a delayed job waits', async () => {
    const queue = await start()
    const job = { data: { merchantId: 5 } }
    await queue.send(recount, job.data, { delaySeconds: 3600 })
    const ran: number[] = []
    await queue.work([handleTask(recount, async ({ merchantId }) => void ran.push(merchantId))])
    await queue.sendAllNow(recount, [job])
    await vi.waitFor(() => expect(ran).toContain(5), { timeout: 9000, interval: 50 })
    // Sent while it already runs, it runs once more; no delayed job is left.
    const waiting = () => countOf(`name = 'recount' and state = 'created'`)
    await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 9000, interval: 50 })
    await queue.stop()
  })

  describe('whose tries are used up when its worker is killed', () => {
    /** Leaves one job as running by a worker that is gone, on its last try after this many kills. */
    const killedAfter = async (merchantId: number, kills: number) => {
      const queue = await start()
      await queue.send(recount, { merchantId })
      await queue.stop()
      await db.pool.query(
        `update jobs.job set state = 'active', started_on = now(), heartbeat_on = now(),
           retry_count = retry_limit, output = jsonb_build_object('kills', $2::int)
         where name = 'recount' and singleton_key = $1`,
        [String(merchantId), kills],
      )
      const locks = { work: workKinds, isOnlyWorker: true }
      const next = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: true, locks })
      const ran: number[] = []
      await next.work([handleTask(recount, async ({ merchantId }) => void ran.push(merchantId))])
      return { queue: next, ran }
    }

    it('runs with the next worker', async () => {
      const { queue, ran } = await killedAfter(7, 0)
      await vi.waitFor(() => expect(ran).toContain(7), { timeout: 15_000, interval: 50 })
      await queue.stop()
    })

    it('is given up after twenty kills', async () => {
      const { queue, ran } = await killedAfter(8, 20)
      const dead = () => countOf(`name = 'recount-dead' and data ->> 'merchantId' = '8'`)
      await vi.waitFor(async () => expect(await dead()).toBe(1), { timeout: 15_000, interval: 50 })
      expect(ran).toEqual([])
      await queue.stop()
      await db.pool.query(`delete from jobs.job where name = 'recount-dead'`)
    })
  })

  it('does not fail when its worker is killed while an earlier job waits for another try', async () => {
    const queue = await start()
    for (const state of ['active', 'retry']) {
      await queue.send(recount, { merchantId: 3 })
      await db.pool.query(
        `update jobs.job set state = $1::jobs.job_state, started_on = now(), start_after = now() + interval '1 hour',
           heartbeat_on = now() - interval '1 hour' where name = 'recount' and state = 'created'`,
        [state],
      )
    }
    await vi.waitFor(async () => expect(await countOf(`name = 'recount' and state = 'retry'`)).toBe(2), {
      timeout: 9000,
      interval: 50,
    })
    expect(await countOf(`name = 'recount-dead'`)).toBe(0)
    await db.pool.query(`delete from jobs.job where name = 'recount'`)
    await queue.stop()
  })

  it('keeps every job of a queue that an earlier version created with another policy', async () => {
    const before = new PgBoss({
      connectionString: database.appUrl,
      schema: 'jobs',
      migrate: false,
      createSchema: false,
    })
    await before.start()
    await before.createQueue('recount-dead')
    await db.pool.query(`delete from jobs.queue where name = 'recount'`)
    await before.createQueue('recount', { policy: 'stately', deadLetter: 'recount-dead' })
    for (const state of ['active', 'retry', 'created']) {
      await before.send('recount', { merchantId: 4 }, { singletonKey: '4' })
      await db.pool.query(
        `update jobs.job set state = $1::jobs.job_state where name = 'recount' and state = 'created' and $1 <> 'created'`,
        [state],
      )
    }
    await before.stop({ graceful: false })

    const queue = await start()
    await queue.send(recount, { merchantId: 4 })
    const ran: number[] = []
    await db.pool.query(`update jobs.job set state = 'retry' where name = 'recount' and state = 'active'`)
    await queue.work([handleTask(recount, async ({ merchantId }) => void ran.push(merchantId))])
    await vi.waitFor(() => expect(ran).toEqual([4, 4, 4, 4]), { timeout: 9000, interval: 50 })
    const policies = await db.pool.query(`select policy from jobs.queue where name = 'recount'`)
    expect(policies.rows).toEqual([{ policy: 'short' }])
    await queue.stop()
  })
})
