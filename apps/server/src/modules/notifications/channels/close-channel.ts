import type { Tx } from '../../../database/app-database.ts'
import type { ChannelKey } from '../deliveries/delivery.ts'
import { closeOpen } from '../deliveries/queries.ts'
import { leaveOut } from '../notices/queries.ts'

/** Nothing more is said about alerts on this channel: what is open ends, what waits is left out. */
export async function closeChannel(tx: Tx, key: ChannelKey, reason: string): Promise<void> {
  for (const deliveryId of await closeOpen(tx, key, reason)) await leaveOut(tx, key, { reason, deliveryId })
  await leaveOut(tx, key, { reason, deliveryId: null })
}
