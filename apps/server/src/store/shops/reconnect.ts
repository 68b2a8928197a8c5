import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
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

/**
 * Stores the scopes that the shop granted when they were read, and returns whether they have changed. If a required one is missing,
 * asks the merchant to connect again. Does nothing if the merchant has given permission anew since: `connectedAt` is of the
 * connection by which they were read.
 */
export async function checkScopes(
  kernel: Pick<Kernel, 'live' | 'store'>,
  tx: Tx,
  { merchantId, granted, connectedAt }: { merchantId: number; granted: readonly string[]; connectedAt: Date },
): Promise<boolean> {
  const connection = await findConnection(tx, merchantId, 'for update')
  if (!connection || connection.status === 'disconnected') return false
  if (connection.connectedAt.getTime() !== connectedAt.getTime()) return false
  await updateConnection(tx, merchantId, { ...connection, scopes: [...granted] })
  const haveChanged = connection.scopes.toSorted().join() !== granted.toSorted().join()
  const missing = kernel.store.missingPermissions(granted)
  if (missing.length === 0) return haveChanged
  const message = `Your store withdrew a permission that Stockcast needs: ${missing.join(', ')}. Connect it again to grant it.`
  await requireReconnect(kernel, tx, { merchantId, message })
  return haveChanged
}

export function notConnected({ store }: Pick<Kernel, 'store'>): AppError {
  return new AppError('precondition_failed', `Connect your ${store.name} store first.`)
}
