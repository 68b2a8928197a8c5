import { withTestDatabase } from '@stockcast/testkit'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTask, handleTask } from '../kernel/jobs/task.ts'
import { createTestKernel, type TestKernel } from '../testing/index.ts'
import { readQueues, retryDead } from './jobs.ts'

const task = defineTask({
  name: 'fails-first',
  data: z.object({ merchantId: z.number() }),
  one: 'queued',
  retryLimit: 0,
})

const database = withTestDatabase()
let kernel: TestKernel

beforeAll(async () => {
  kernel = await createTestKernel({ database, realJobs: true })
  database.closeLater(() => kernel.close())
  await kernel.jobs.prepare([task])
})

const queue = async () => (await readQueues(database.appUrl)).find(({ name }) => name === task.name)

it('the jobs of an installation are counted by queue, and jobs that failed for good are sent again with their data', async () => {
  await kernel.jobs.send(task, { merchantId: 7 })
  await kernel.jobs.send(task, { merchantId: 8 }, { delaySeconds: 600 })
  expect(await queue()).toMatchObject({ waiting: 1, later: 1, running: 0, dead: 0 })

  const seen: number[] = []
  let isRepaired = false
  const run = async ({ merchantId }: { merchantId: number }) => {
    if (!isRepaired) throw new Error('not yet')
    seen.push(merchantId)
  }
  await kernel.jobs.work([handleTask(task, run)])
  await expect.poll(queue, { timeout: 20_000 }).toMatchObject({ waiting: 0, dead: 1 })

  expect(await retryDead(database.appUrl, 'another-queue')).toEqual({})
  isRepaired = true
  expect(await retryDead(database.appUrl)).toEqual({ [task.name]: 1 })
  await expect.poll(() => seen, { timeout: 20_000 }).toEqual([7])
  expect(await queue()).toMatchObject({ waiting: 0, later: 1, dead: 0 })
})
