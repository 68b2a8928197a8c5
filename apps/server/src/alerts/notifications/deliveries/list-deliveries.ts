import {
  DAY_MS,
  DELIVERY_GIVE_UP_DAYS,
  type Delivery,
  type DeliveryList,
  type deliveryQuerySchema,
} from '@stockcast/contract'
import type { z } from 'zod'
import { paginate } from '../../../kernel/database/paginate.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Context } from '../../../kernel/verb-context.ts'
import { countWaiting, takeBackSent } from '../pending-queries.ts'
import { wakeChannel } from '../wake-channel.ts'
import { countLog, findLogEntry, listLog, reopenDelivery } from './log-queries.ts'

export async function listDeliveries(
  { merchantId, recipientId, tx }: Context & { recipientId?: number },
  query: z.output<typeof deliveryQuerySchema>,
): Promise<DeliveryList> {
  const { channel, status } = query
  const filter = { merchantId, recipientId, channel, status }
  const { rows: deliveries, ...page } = await paginate(query, {
    rows: (part) => listLog(tx, { ...filter, ...part }),
    total: () => countLog(tx, filter),
  })
  return { deliveries, ...page, waiting: await countWaiting(tx, { merchantId, recipientId }) }
}

/** Retries a message that was given up, for as long as a new one. */
export async function retryDelivery(
  context: Context<'clock' | 'jobs' | 'live'> & { recipientId?: number },
  { deliveryId }: { deliveryId: number },
): Promise<Delivery> {
  const { merchantId, recipientId, tx } = context
  const key = { merchantId, recipientId, deliveryId }
  const at = context.clock.now()
  const giveUpAt = new Date(at.getTime() + DELIVERY_GIVE_UP_DAYS * DAY_MS)
  const lane = await reopenDelivery(tx, key, { at, giveUpAt })
  const entry = await findLogEntry(tx, key)
  if (!entry) throw new AppError('not_found', 'This message does not exist.')
  if (!lane) throw new AppError('conflict', 'Only a message that was given up can be tried again.')
  await takeBackSent(tx, key)
  await wakeChannel(context, tx, { merchantId, recipientId, ...lane })
  await context.live.publish(tx, merchantId, { type: 'deliveries' })
  return entry
}
