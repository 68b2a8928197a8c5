import {
  DELIVERY_GIVE_UP_DAYS,
  type Delivery,
  type DeliveryList,
  type deliveryQuerySchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { countWaiting, takeBackSent } from '../pending/queries.ts'
import { countLog, findLogEntry, listLog, reopenDelivery } from './log-queries.ts'
import { wakeChannel } from './wake-channel.ts'

const DAY_MS = 86_400_000

export async function listDeliveries(
  kernel: Pick<Kernel, 'db'>,
  { merchantId, query }: { merchantId: number; query: z.output<typeof deliveryQuerySchema> },
): Promise<DeliveryList> {
  const { page, pageSize, channel, status } = query
  const filter = { merchantId, channel, status }
  return kernel.db.withTenant(merchantId, async (tx) => ({
    deliveries: await listLog(tx, { ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
    total: await countLog(tx, filter),
    page,
    pageSize,
    waiting: { slack: 0, email: 0, sms: 0, ...(await countWaiting(tx, merchantId)) },
  }))
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
