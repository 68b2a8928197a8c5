import {
  DAY_MS,
  DELIVERY_GIVE_UP_DAYS,
  type Delivery,
  type DeliveryList,
  type deliveryQuerySchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { paginate } from '../../../database/paginate.ts'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { countWaiting, takeBackSent } from '../pending/queries.ts'
import { countLog, findLogEntry, listLog, reopenDelivery } from './log-queries.ts'
import { wakeChannel } from './wake-channel.ts'

export async function listDeliveries(
  kernel: Pick<Kernel, 'db'>,
  { merchantId, query }: { merchantId: number; query: z.output<typeof deliveryQuerySchema> },
): Promise<DeliveryList> {
  const { channel, status } = query
  const filter = { merchantId, channel, status }
  return kernel.db.withTenant(merchantId, async (tx) => {
    const { rows: deliveries, ...page } = await paginate(query, {
      rows: (part) => listLog(tx, { ...filter, ...part }),
      total: () => countLog(tx, filter),
    })
    const waiting = { slack: 0, email: 0, sms: 0, ...(await countWaiting(tx, merchantId)) }
    return { deliveries, ...page, waiting }
  })
}

/** Retries a message that was given up, for as long as a new one. */
export async function retryDelivery(
  kernel: Pick<Kernel, 'clock' | 'db' | 'jobs' | 'live'>,
  key: { merchantId: number; deliveryId: number },
): Promise<Delivery> {
  const { merchantId } = key
  return kernel.db.withTenant(merchantId, async (tx) => {
    const at = kernel.clock.now()
    const giveUpAt = new Date(at.getTime() + DELIVERY_GIVE_UP_DAYS * DAY_MS)
    const lane = await reopenDelivery(tx, key, { at, giveUpAt })
    const entry = await findLogEntry(tx, key)
    if (!entry) throw new AppError('not_found', 'This message does not exist.')
    if (!lane) throw new AppError('conflict', 'Only a message that was given up can be tried again.')
    await takeBackSent(tx, key)
    await wakeChannel(kernel, tx, { merchantId, ...lane })
    await kernel.live.publish(tx, merchantId, { type: 'deliveries' })
    return entry
  })
}
