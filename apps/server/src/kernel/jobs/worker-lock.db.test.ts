import { withTestDatabase } from '@stockcast/testkit'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts'
import { type JobQueue, startJobQueue } from './job-queue.ts'
import { defineTask, handleTask, type WorkKind, workKinds } from './task.ts'

const log = pino({ level: 'silent' })
const times = { firstPauseMs: 5, longestPauseMs: 20, checkEveryMs: 10_000, answerWithinMs: 5000 }
const database = withTestDatabase()
let proxy: DatabaseProxy
const running: JobQueue[] = []

beforeAll(async () => {
  proxy = await startDatabaseProxy(database.appUrl)
})
afterEach(async () => {
  proxy.setFault('none')
  for (const queue of running.splice(0)) await queue.stop()
})
afterAll(async () => {
  await proxy?.close()
})

async function startWorker(
  isOnlyWorker: boolean,
  {
    directUrl = database.appUrl,
    onRefused = () => {},
    work = workKinds,
  }: { directUrl?: string; onRefused?: () => void; work?: readonly WorkKind[] } = {},
): Promise<JobQueue> {
  const locks = { work, isOnlyWorker, patienceMs: 0 }
  const databaseUrl = database.appUrl
  const waking = { times, onRefused }
  const queue = await startJobQueue({ databaseUrl, directUrl, log, supervise: true, locks, waking })
  running.push(queue)
  return queue
}

const secondRefused =
  'Another worker does this work on this database. Stop it, or start this one without ONLY_WORKER=1.'
const besideRefused =
  'A worker with ONLY_WORKER=1 does this work on this database. Start that one without ONLY_WORKER=1 before you add another.'

describe('the only worker of a database', () => {
  it('runs beside one that does other work, and is refused beside one that does a part of its own', async () => {
    await startWorker(true, { work: ['batch'] })
    await startWorker(true, { work: ['sync', 'deliver'] })
    await expect(startWorker(true, { work: ['deliver'] })).rejects.toThrow(secondRefused)
    await expect(startWorker(false, { work: ['batch', 'sync'] })).rejects.toThrow(besideRefused)
  })

  it('is refused while another one runs, and accepted after the other has stopped', async () => {
    const first = await startWorker(true)
    await expect(startWorker(true)).rejects.toThrow(secondRefused)
    await first.stop()
    await startWorker(true)
  })

  it('is refused beside one of several, and keeps others from starting', async () => {
    const one = await startWorker(false)
    await startWorker(false)
    await expect(startWorker(true)).rejects.toThrow(secondRefused)
    for (const queue of running.splice(0)) await queue.stop()
    await startWorker(true)
    await expect(startWorker(false)).rejects.toThrow(besideRefused)
    await one.stop()
  })

  it('is still the only one after its connection broke', async () => {
    await startWorker(true, { directUrl: proxy.url })
    const tried = proxy.tried()
    proxy.cut()
    await vi.waitFor(() => expect(proxy.tried()).toBeGreaterThan(tried), { timeout: 9000, interval: 5 })
    await vi.waitFor(() => expect(startWorker(true)).rejects.toThrow(secondRefused), { timeout: 9000 })
  })

  it('learns that another one has taken its place while it was not connected', async () => {
    const onRefused = vi.fn()
    await startWorker(true, { directUrl: proxy.url, onRefused })
    proxy.setFault('refuse')
    proxy.cut()
    await vi.waitFor(() => startWorker(true), { timeout: 9000, interval: 50 })
    proxy.setFault('none')
    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledOnce(), { timeout: 15_000, interval: 20 })
    expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ message: secondRefused }))
  })
})

describe('a worker', () => {
  it('reports for how long it could not look for jobs', async () => {
    const probe = defineTask({ name: 'probe', data: z.object({}), owner: () => 'all' })
    const databaseUrl = proxy.url
    const queue = await startJobQueue({ databaseUrl, directUrl: database.appUrl, log, supervise: true })
    running.push(queue)
    await queue.prepare([probe])
    await queue.work([handleTask(probe, async () => undefined)])
    proxy.setFault('refuse')
    proxy.cut()
    await vi.waitFor(() => expect(queue.silentMs()).toBeGreaterThan(2000), { timeout: 15_000, interval: 20 })
    proxy.setFault('none')
    await vi.waitFor(() => expect(queue.silentMs()).toBeLessThan(1500), { timeout: 20_000, interval: 20 })
  })

  it('reports nothing in a process that only sends jobs', async () => {
    const queue = await startJobQueue({ databaseUrl: database.appUrl, log, supervise: false })
    running.push(queue)
    expect(queue.silentMs()).toBeNull()
  })
})
