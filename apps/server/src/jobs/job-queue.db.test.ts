import { createTestDatabase, type TestDatabase } from '@stockcast/testkit'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AppDatabase, openDatabase } from '../database/app-database.ts'
import { migrate } from '../database/migrate.ts'
import { type JobQueue, startJobQueue } from './job-queue.ts'
import { defineTask, handleTask } from './task.ts'

const log = pino({ level: 'silent' })
const countUnits = defineTask({
  name: 'count-units',
  data: z.object({ merchantId: z.number(), units: z.number() }),
  one: 'queued-or-running',
  retryLimit: 2,
  retryDelaySeconds: 1,
})

let database: TestDatabase
let db: AppDatabase
let jobs: JobQueue
const seen: number[] = []
const failures = { left: 0 }

beforeAll(async () => {
  database = await createTestDatabase()
  await migrate(database.ownerUrl)
  db = openDatabase(database.appUrl, { poolSize: 4, onError: () => undefined })
  jobs = await startJobQueue({
    databaseUrl: database.appUrl,
    definitions: [countUnits],
    log,
    supervise: true,
  })
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
  await database?.drop()
})

const seenUnits = (units: number) =>
  vi.waitFor(() => expect(seen).toContain(units), { timeout: 15_000, interval: 50 })

describe('job queue, as the role that owns nothing', () => {
  it('runs what was sent, with its payload', async () => {
    await jobs.send(countUnits, { merchantId: 1, units: 11 }, { key: 'merchant-1' })
    await seenUnits(11)
  })

  it('sends nothing when the transaction is rolled back', async () => {
    const attempt = db.withTenant(1, async (tx) => {
      await jobs.send(countUnits, { merchantId: 1, units: 21 }, { tx, key: 'rolled-back' })
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    await jobs.send(countUnits, { merchantId: 1, units: 22 }, { key: 'after' })
    await seenUnits(22)
    expect(seen).not.toContain(21)
  })

  it('tries again after a failure', async () => {
    failures.left = 1
    await jobs.send(countUnits, { merchantId: 1, units: 31 }, { key: 'retry' })
    await seenUnits(31)
    expect(seen.filter((units) => units === 31)).toEqual([31])
  })
})

describe('a worker that was killed', () => {
  const slow = defineTask({ name: 'slow-work', data: z.object({ id: z.number() }), retryDelaySeconds: 1 })

  it('leaves its job to the only worker that starts after it, without waiting for its heartbeat', async () => {
    const start = (isOnlyWorker: boolean) =>
      startJobQueue({ databaseUrl: database.appUrl, definitions: [slow], log, supervise: true, isOnlyWorker })
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
})
