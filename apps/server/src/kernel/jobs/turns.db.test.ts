import { withTestDatabase } from '@stockcast/testkit'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { type AppDatabase, openDatabase } from '../database/app-database.ts'
import { migrate } from '../database/migrate.ts'
import { DEMO_USER_DOMAIN } from '../demo-user-email.ts'
import { type JobQueue, startJobQueue } from './job-queue.ts'
import { defineTask, handleTask } from './task.ts'

const log = pino({ level: 'silent' })
const data = z.object({ merchantId: z.number(), n: z.number().optional() })
const each = defineTask({ name: 'each-job', data })
const one = defineTask({ name: 'one-job', data, one: 'queued', retryDelaySeconds: 600 })
const exclusive = defineTask({ name: 'exclusive-job', data, one: 'queued-or-running' })
const merged = defineTask({
  name: 'merged-job',
  data: z.object({ merchantId: z.number(), ids: z.array(z.number()) }),
  one: 'queued',
  merge: (waiting, sent) => ({ ...waiting, ids: [...new Set([...waiting.ids, ...sent.ids])] }),
  retryDelaySeconds: 600,
})
const paced = defineTask({ name: 'paced-job', data, isPaced: ({ n }) => n !== 0 })
const tasks = [each, one, exclusive, merged, paced]

interface WaitingJob {
  data: { merchantId: number; n?: number; ids?: number[] }
  group_id: string
}

const database = withTestDatabase()
let db: AppDatabase
let jobs: JobQueue

beforeAll(async () => {
  await migrate(database.ownerUrl)
  db = openDatabase(database.appUrl, { poolSize: 6, onError: () => undefined })
  jobs = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: false })
  await jobs.prepare(tasks)
})

beforeEach(async () => {
  await db.pool.query('delete from jobs.job')
})

afterAll(async () => {
  await jobs?.stop()
  await db?.close()
})

const waiting = async (name: string) =>
  (
    await db.pool.query<WaitingJob>(
      `select data, group_id from jobs.job where name = $1 and state < 'active' order by priority desc, created_on`,
      [name],
    )
  ).rows
/** The merchants in the order in which a worker takes their jobs. */
const order = async (name: string) => (await waiting(name)).map((row) => row.data.merchantId)
const send = (merchantIds: readonly number[]) =>
  jobs.sendAll(
    each,
    merchantIds.map((merchantId) => ({ data: { merchantId } })),
  )
const setState = (state: string, where: string) =>
  db.pool.query(
    `update jobs.job set state = '${state}', started_on = now(), heartbeat_on = now() where ${where}`,
  )
const repeat = (merchantId: number, times: number) => Array.from({ length: times }, () => merchantId)

/** Starts a worker in another process's place until the test ends, and returns what it ran so far. */
async function work(
  task: typeof each,
  run: (job: z.infer<typeof data>) => Promise<void> = async () => undefined,
) {
  const queue = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: true })
  await queue.prepare([task])
  const ran: z.infer<typeof data>[] = []
  await queue.work([
    handleTask(task, async (job) => {
      ran.push(job)
      await run(job)
    }),
  ])
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= queue.stop())
  onTestFinished(stop)
  return { ran, stop }
}

describe('a paced queue', () => {
  const BUSY_MS = 400
  const sendPaced = (all: readonly z.infer<typeof data>[]) =>
    jobs.sendAll(
      paced,
      all.map((each) => ({ data: each })),
    )

  it('lets only the next job of the same merchant wait, for as long as the last one took', async () => {
    await sendPaced([1, 1, 2, 2].map((merchantId) => ({ merchantId, n: merchantId === 1 ? 1 : 0 })))
    const ends: number[] = []
    const starts: number[] = []
    const worker = await work(paced, async ({ merchantId }) => {
      if (merchantId === 2) return
      starts.push(performance.now())
      await new Promise((resolve) => setTimeout(resolve, BUSY_MS))
      ends.push(performance.now())
    })
    await vi.waitFor(() => expect(ends).toHaveLength(2), 15_000)
    expect(starts[1]! - ends[0]!).toBeGreaterThanOrEqual(BUSY_MS - 50)
    const ran = worker.ran.map(({ merchantId }) => merchantId)
    expect(ran.indexOf(2)).toBeLessThan(ran.lastIndexOf(1))
  })

  it('stops at once while a job pauses, which counts as done', async () => {
    await sendPaced([{ merchantId: 1, n: 1 }])
    let hasRun = false
    const worker = await work(paced, async () => {
      await new Promise((resolve) => setTimeout(resolve, 3 * BUSY_MS))
      hasRun = true
    })
    await vi.waitFor(() => expect(hasRun).toBe(true), 15_000)
    await worker.stop()
    const { rows } = await db.pool.query(`select state from jobs.job where name = 'paced-job'`)
    expect(rows).toEqual([{ state: 'completed' }])
  })
})

describe('the turns of a queue', () => {
  it('put the first job of each merchant before the second of one who sent a hundred', async () => {
    await send(repeat(1, 100))
    await send([2, 3, 2, 4])
    const taken = await order(each.name)
    expect(taken.slice(0, 4).toSorted()).toEqual([1, 2, 3, 4])
    expect(taken.slice(4, 6).toSorted()).toEqual([1, 2])
    expect(taken.slice(6)).toEqual(repeat(1, 98))
  })

  it('are as fair to jobs that are sent one at a time, in transactions of their own', async () => {
    for (const merchantId of [...repeat(1, 5), ...repeat(2, 3), 3]) await jobs.send(each, { merchantId })
    expect(await order(each.name)).toEqual([1, 2, 3, 1, 2, 1, 2, 1, 1])
  })

  it('count the job that runs, so that a merchant who sends more waits behind one who has just arrived', async () => {
    await send([1])
    await setState('active', `name = 'each-job'`)
    await send([1, 1, 2])
    expect(await order(each.name)).toEqual([2, 1, 1])
  })

  it('are fair: a merchant who has waited longer is not overtaken by those who come later', async () => {
    await send(repeat(1, 3))
    // Two turns pass, in which others come and go.
    for (const others of [[2], [3]]) {
      await send(others)
      await db.pool.query(
        `delete from jobs.job where id in (select id from jobs.job where name = 'each-job' order by priority desc, created_on limit 2)`,
      )
    }
    await send([4, 5])
    expect((await order(each.name))[0]).toBe(1)
  })

  it('are those of one merchant for all demo users together', async () => {
    await db.pool.query(
      `insert into merchant_directory (merchant_id, user_id, email, created_at) overriding system value
       select n, gen_random_uuid(), n || '@${DEMO_USER_DOMAIN}', now() from generate_series(901, 920) n`,
    )
    await send(Array.from({ length: 20 }, (_, n) => 901 + n))
    await send([1, 2])
    expect((await order(each.name)).slice(0, 4).toSorted()).toEqual([1, 2, 901, 902])
    expect(new Set((await waiting(each.name)).map((row) => row.group_id))).toEqual(
      new Set(['demos', '1', '2']),
    )
  })

  it('let the jobs of one merchant run one after the other, with room for those of others', async () => {
    const release: (() => void)[] = []
    await send([1, 1, 1])
    const worker = await work(each, ({ merchantId }) =>
      merchantId === 1 ? new Promise((resolve) => release.push(resolve)) : Promise.resolve(),
    )
    await vi.waitFor(() => expect(worker.ran.length).toBeGreaterThan(0), { interval: 20 })
    const begun = worker.ran.length
    await send([2, 3])
    await vi.waitFor(
      () => expect(worker.ran.map((job) => job.merchantId)).toEqual(expect.arrayContaining([2, 3])),
      {
        timeout: 9000,
        interval: 20,
      },
    )
    expect(worker.ran.filter((job) => job.merchantId === 1)).toHaveLength(begun)
    for (let ended = 0; ended < 3; ended++) {
      await vi.waitFor(() => expect(release.length).toBeGreaterThan(ended), { timeout: 9000, interval: 20 })
      release[ended]?.()
    }
    await worker.stop()
  })
})

describe('a job of a task that may have one waiting job', () => {
  it('waits once, however often it is sent, also at the same moment', async () => {
    await Promise.all(repeat(1, 60).map((merchantId) => jobs.send(one, { merchantId })))
    await jobs.sendAll(
      one,
      repeat(1, 60).map((merchantId) => ({ data: { merchantId } })),
    )
    expect(await order(one.name)).toEqual([1])
  })

  it('waits once more while one runs, unless that is enough', async () => {
    for (const task of [one, exclusive]) {
      await jobs.send(task, { merchantId: 1 })
      await setState('active', `name = '${task.name}'`)
      for (let sent = 0; sent < 3; sent++) await jobs.send(task, { merchantId: 1 })
    }
    expect(await order(one.name)).toEqual([1])
    expect(await order(exclusive.name)).toEqual([])
  })

  it('is taken by no worker before the transaction that needs it has ended', async () => {
    await jobs.send(one, { merchantId: 1 })
    const written = Promise.withResolvers<void>()
    let isCommitted = false
    const saving = db.withTenant(1, async (tx) => {
      await jobs.send(one, { merchantId: 1 }, { tx })
      await written.promise
      isCommitted = true
    })
    await vi.waitFor(
      async () =>
        expect(
          (await db.pool.query(`select from jobs.job where name = 'one-job' for update skip locked`))
            .rowCount,
        ).toBe(0),
      { interval: 20 },
    )
    const seen: boolean[] = []
    const worker = await work(one, async () => void seen.push(isCommitted))
    const other = await work(each)
    await send([2])
    await vi.waitFor(() => expect(other.ran).toHaveLength(1), { timeout: 9000, interval: 20 })
    expect(seen).toEqual([])
    written.resolve()
    await saving
    await vi.waitFor(() => expect(seen).toEqual([true]), { timeout: 9000, interval: 20 })
    await worker.stop()
    await other.stop()
  })

  it('takes the place of one that failed and waits for another try, so that failures do not add up', async () => {
    await jobs.send(one, { merchantId: 1 })
    await setState('retry', `name = 'one-job'`)
    await jobs.send(one, { merchantId: 1, n: 2 })
    expect((await waiting(one.name)).map((row) => row.data.n)).toEqual([2])
  })

  it('does the work of all that were sent, with their data, whether they waited or failed', async () => {
    const sendIds = (...ids: number[]) => jobs.send(merged, { merchantId: 1, ids })
    await sendIds(1)
    await setState('retry', `name = 'merged-job'`)
    await Promise.all([2, 3, 4, 5, 6].map((id) => sendIds(id)))
    await jobs.sendAll(
      merged,
      [7, 8].map((id) => ({ data: { merchantId: 1, ids: [id] } })),
    )
    const [job, ...others] = await waiting(merged.name)
    expect(others).toEqual([])
    expect(job?.data.ids?.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
})
