import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { deleteShopData, findConnection, forgetShop, recordRedaction } from './queries.ts'

/** Removes everything of the shop. One that was connected again after the request was made keeps its data. */
export async function redactShop(
  kernel: Pick<Kernel, 'clock' | 'live'>,
  tx: Tx,
  { merchantId, requestedAt }: { merchantId: number; requestedAt: Date },
): Promise<boolean> {
  const connection = await findConnection(tx, merchantId, 'for update')
  if (!connection || connection.connectedAt > requestedAt) return false
  await deleteShopData(tx, merchantId)
  await forgetShop(tx, merchantId)
  await recordRedaction(tx, connection.shopDomain, kernel.clock.now())
  await kernel.live.publish(tx, merchantId, { type: 'stock' })
  return true
}
