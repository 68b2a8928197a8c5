import { withTestDatabase } from '@stockcast/testkit'
import { Pool } from 'pg'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type JobQueue, startJobQueue } from './job-queue.ts'
import { defineTask, handleTask } from './task.ts'

const log = pino({ level: 'silent' })
const patience = { timeout: 15_000, interval: 20 }
const database = withTestDatabase()
let pool: Pool

beforeAll(async () => {
  pool = new Pool({ connectionString: database.appUrl, max: 2 })
  database.closeLater(() => pool.end())
})

const start = (stopTimes: { finishMs: number; abortMs: number }) =>
  startJobQueue({ databaseUrl: database.appUrl, log, supervise: true, stopTimes })

async function getJobs(name: string) {
  const { rows } = await pool.query<{ state: string; tries_left: number }>(
    `select state, retry_limit - retry_count as tries_left from jobs.job where name = $1 order by created_on, id`,
    [name],
  )
  return rows
}

/** Starts a queue with one task, sends a job, and waits until it runs. */
async function running(
  name: string,
  stopTimes: { finishMs: number; abortMs: number },
  run: (signal: AbortSignal) => Promise<void>,
): Promise<JobQueue> {
  const task = defineTask({ name, data: z.object({}), owner: () => name, retryLimit: 3 })
  const queue = await start(stopTimes)
  await queue.prepare([task])
  const begun = vi.fn()
  await queue.send(task, {})
  await queue.work([
    handleTask(task, async (_data, signal) => {
      begun()
      await run(signal)
    }),
  ])
  await vi.waitFor(() => expect(begun).toHaveBeenCalledOnce(), patience)
  return queue
}

describe('a queue that stops', () => {
  it('lets a running job end, takes no other one, and still sends', async () => {
    const gate = Promise.withResolvers<void>()
    const queue = await running('ends-in-time', { finishMs: 10_000, abortMs: 0 }, () => gate.promise)
    const task = defineTask({ name: 'ends-in-time', data: z.object({}), owner: () => 'another' })
    const finishing = queue.finishJobs()
    await queue.send(task, {})
    gate.resolve()
    await finishing
    await queue.stop()
    expect(await getJobs('ends-in-time')).toEqual([
      { state: 'completed', tries_left: 3 },
      { state: 'created', tries_left: 3 },
    ])
  })

  it.each([
    ['fails', (signal: AbortSignal) => signal.throwIfAborted()],
    ['returns early', () => undefined],
  ] as const)('hands back a job that %s when it is aborted, at no cost of a try', async (how, end) => {
    const name = how.replace(' ', '-')
    const queue = await running(name, { finishMs: 1, abortMs: 10_000 }, async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      end(signal)
    })
    await queue.stop()
    expect(await getJobs(name)).toEqual([{ state: 'retry', tries_left: 3 }])
  })

  it('hands back a job that does not stop, which can no longer end it once another worker has taken it', async () => {
    const gate = Promise.withResolvers<void>()
    const name = 'goes-on'
    const queue = await running(name, { finishMs: 1, abortMs: 1 }, () => gate.promise)
    await queue.finishJobs()
    expect(await getJobs(name)).toEqual([{ state: 'retry', tries_left: 3 }])

    const taken = Promise.withResolvers<void>()
    const other = await running(name, { finishMs: 10_000, abortMs: 0 }, () => taken.promise)
    const active = () => getJobs(name).then((jobs) => jobs.filter(({ state }) => state === 'active'))
    await vi.waitFor(async () => expect(await active()).toHaveLength(1), patience)
    const before = await active()
    gate.resolve()
    await queue.stop()
    expect(await active()).toEqual(before)
    taken.resolve()
    await other.stop()
    expect((await getJobs(name)).map(({ state }) => state)).toContain('completed')
  })
})
