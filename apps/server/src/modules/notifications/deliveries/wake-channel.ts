import type { ChannelName } from '@stockcast/contract'
import { z } from 'zod'
import type { Tx } from '../../../database/app-database.ts'
import { defineTask } from '../../../jobs/task.ts'
import type { Kernel } from '../../../kernel.ts'
import { type LaneKey, lanes } from './delivery.ts'
import { listDueChannels } from './queries.ts'

const data = z.object({
  merchantId: z.number().int().positive(),
  lane: z.enum(lanes),
})

// Each channel has a queue of its own: while one provider hangs, the messages to the others continue.
const deliver = (name: string) =>
  defineTask({ name, data, one: 'queued-and-running', retryLimit: 20, retryDelaySeconds: 2, concurrency: 4 })

/** Sends what is due on a channel of a merchant, one message after the other. */
export const deliverTasks = {
  slack: deliver('deliver-slack'),
  email: deliver('deliver-email'),
  sms: deliver('deliver-sms'),
} as const satisfies Record<ChannelName, unknown>

function laneName({ merchantId, lane }: Pick<LaneKey, 'merchantId' | 'lane'>): string {
  return `${merchantId}:${lane}`
}

/** Lets a worker process the channel, after a delay if given; it is queued once. */
export async function wakeChannel(
  kernel: Pick<Kernel, 'jobs'>,
  tx: Tx,
  key: LaneKey,
  delayMs = 0,
): Promise<void> {
  const { merchantId, lane } = key
  const delay = delayMs > 0 ? { delaySeconds: Math.ceil(delayMs / 1000) } : {}
  await kernel.jobs.send(
    deliverTasks[key.channel],
    { merchantId, lane },
    { tx, key: laneName(key), ...delay },
  )
}

/** Wakes every channel with work that is due. Repeating it is harmless. */
export async function wakeDueChannels(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>): Promise<void> {
  const due = await listDueChannels(kernel.db.directory, kernel.clock.now())
  for (const [channel, keys] of Map.groupBy(due, (each) => each.channel)) {
    const jobs = keys.map(({ merchantId, lane }) => ({
      data: { merchantId, lane },
      key: laneName({ merchantId, lane }),
    }))
    await kernel.jobs.sendAllNow(deliverTasks[channel], jobs)
  }
}
