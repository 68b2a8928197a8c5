import type { Tx } from '../../database/app-database.ts'
import { clearDueOf } from '../../due/queries.ts'
import type { Kernel } from '../../kernel.ts'
import { emptyShop } from './empty-shop.ts'
import { deleteShopData, findConnection, forgetShop, recordRedaction } from './queries.ts'

interface Redaction {
  merchantId: number
  requestedAt: Date
}

/** Deletes most rows of the shop in small steps, before `redactShop` deletes the rest. */
export async function prepareRedaction(
  kernel: Pick<Kernel, 'db'>,
  { merchantId, requestedAt }: Redaction,
  steps: { signal?: AbortSignal | undefined; rowsPerStep?: number } = {},
): Promise<void> {
  const isMeant = async (tx: Tx) => {
    const connection = await findConnection(tx, merchantId, 'for share')
    return connection !== undefined && connection.connectedAt <= requestedAt
  }
  await emptyShop(kernel, { merchantId, isMeant, also: ['imports'], ...steps })
}

/** Deletes everything of the shop. A shop that was connected again after the request keeps its data. */
export async function redactShop(
  kernel: Pick<Kernel, 'clock' | 'live'>,
  tx: Tx,
  { merchantId, requestedAt }: Redaction,
): Promise<boolean> {
  const connection = await findConnection(tx, merchantId, 'for update')
  if (!connection || connection.connectedAt > requestedAt) return false
  await deleteShopData(tx, merchantId)
  await forgetShop(tx, merchantId)
  await clearDueOf(tx, merchantId, ['comparison', 'delivery', 'forecast', 'simulation'])
  await recordRedaction(tx, connection.shopDomain, kernel.clock.now())
  await kernel.live.publish(tx, merchantId, { type: 'stock' })
  return true
}
