import type { Tx } from '../../../database/app-database.ts'
import type { Kernel } from '../../../kernel.ts'
import { deliverTasks, laneName } from '../task-definitions.ts'
import type { LaneKey } from './delivery.ts'
import { listDueChannels } from './queries.ts'

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
