import type { Kernel } from '../../kernel.ts'
import { applyWebhooksTask } from './apply-webhooks.task.ts'
import { gather } from './gather.ts'
import { type Delivery, storeDeliveries } from './queries.ts'

/** Deliveries that one call stores; a body can have a thousand order lines. */
const MOST_PER_CALL = 200

export interface Inbox {
  /** Resolves when the delivery is stored and the work that it causes is queued. */
  store(delivery: Delivery): Promise<void>
}

export function createInbox(kernel: Pick<Kernel, 'clock' | 'db' | 'jobs'>): Inbox {
  const storeAll = gather<Delivery, number[]>(MOST_PER_CALL, (deliveries) =>
    storeDeliveries(kernel.db.directory, deliveries, kernel.clock.now()),
  )
  const queueAll = gather<readonly number[], void>(MOST_PER_CALL, (asked) => {
    const merchantIds = [...new Set(asked.flat())]
    const jobs = merchantIds.map((merchantId) => ({ data: { merchantId }, key: String(merchantId) }))
    return kernel.jobs.sendAll(applyWebhooksTask, jobs)
  })
  return {
    store: async (delivery) => {
      const merchantIds = await storeAll(delivery)
      if (merchantIds.length > 0) await queueAll(merchantIds)
    },
  }
}
