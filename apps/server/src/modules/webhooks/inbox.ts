import type { Kernel } from '../../kernel.ts'
import { type Delivery, storeDeliveries } from './queries.ts'
import { applyWebhooks } from './task-definitions.ts'

/** Deliveries that one call stores; a body can hold a thousand order lines. */
const MOST_PER_CALL = 200

export interface Inbox {
  /** Returns when the delivery is stored and the work that it makes is queued. */
  store(delivery: Delivery): Promise<void>
}

interface Waiting {
  delivery: Delivery
  resolve: () => void
  reject: (error: unknown) => void
}

/** Stores what came while the call before was on its way in one call: few round trips, whatever the rate. */
export function createInbox(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>): Inbox {
  let waiting: Waiting[] = []
  let isStoring = false

  const storeAll = async (): Promise<void> => {
    isStoring = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_PER_CALL)
      waiting = waiting.slice(MOST_PER_CALL)
      await storeBatch(kernel, batch)
    }
    isStoring = false
  }
  return {
    store: (delivery) =>
      new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject })
        if (!isStoring) void storeAll()
      }),
  }
}

async function storeBatch(
  kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>,
  batch: readonly Waiting[],
): Promise<void> {
  try {
    const deliveries = batch.map((each) => each.delivery)
    const merchantIds = await storeDeliveries(kernel.db.directory, deliveries, kernel.clock.now())
    const jobs = merchantIds.map((merchantId) => ({ data: { merchantId }, key: String(merchantId) }))
    if (jobs.length > 0) await kernel.jobs.sendAll(applyWebhooks, jobs)
    for (const { resolve } of batch) resolve()
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}
