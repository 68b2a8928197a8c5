import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { findConnection, updateConnection } from './queries.ts'

/** Asks the merchant with `message` to connect the store again. The stored data of the shop stays. */
export async function requireReconnect(
  kernel: Pick<Kernel, 'live'>,
  tx: Tx,
  { merchantId, message }: { merchantId: number; message: string },
): Promise<void> {
  const connection = await findConnection(tx, merchantId, 'for update')
  if (connection?.status !== 'connected') return
  await updateConnection(tx, merchantId, { ...connection, status: 'needs_reconnect', message })
  await kernel.live.publish(tx, merchantId, { type: 'sync' })
}
