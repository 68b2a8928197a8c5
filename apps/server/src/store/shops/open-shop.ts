import type { Shop } from '../../kernel/connector/connector.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { accessToken, isFresh } from './access-token.ts'
import { findConnection } from './queries.ts'
import { notConnected } from './reconnect.ts'
import type { Tokens } from './tokens.ts'

export interface OpenShop {
  shop: Shop
  shopGid: string
  /** When the merchant last gave permission. */
  connectedAt: Date
  /** Whether orders of any age may be read. */
  canReadAllOrders: boolean
}

/**
 * Opens the merchant's shop for requests; its token is renewed as needed. `onTrouble` is called while the store
 * does not answer.
 */
export async function openShop(
  kernel: Kernel,
  merchantId: number,
  onTrouble?: () => void,
): Promise<OpenShop> {
  const connection = await kernel.db.withTenant(merchantId, (tx) => findConnection(tx, merchantId, 'no lock'))
  if (!connection || connection.status === 'disconnected') throw notConnected(kernel)
  let known: Tokens | null = null
  const token = async (rejected?: string): Promise<string> => {
    const isUsable = known !== null && known.accessToken !== rejected && isFresh(known, kernel.clock.now())
    if (known === null || !isUsable) known = await accessToken(kernel, merchantId, rejected)
    return known.accessToken
  }
  return {
    shop: kernel.store.shop(connection.shopDomain, token, onTrouble),
    shopGid: connection.shopGid,
    connectedAt: connection.connectedAt,
    canReadAllOrders: kernel.store.includesAllOrders(connection.scopes),
  }
}

export async function assertConnected(
  kernel: Pick<Kernel, 'store'>,
  tx: Tx,
  merchantId: number,
): Promise<void> {
  const connection = await findConnection(tx, merchantId, 'no lock')
  if (!connection || connection.status === 'disconnected') throw notConnected(kernel)
}

/** Returns whether background work may call the store: not while the merchant must act first. */
export async function isConnected(tx: Tx, merchantId: number): Promise<boolean> {
  const connection = await findConnection(tx, merchantId, 'no lock')
  return connection?.status === 'connected'
}

/** Returns the same outside a transaction. */
export function mayRead(kernel: Pick<Kernel, 'db'>, merchantId: number): Promise<boolean> {
  return kernel.db.withTenant(merchantId, (tx) => isConnected(tx, merchantId))
}

/**
 * Returns false when the merchant has changed or lost the shop since it was opened. Holds the answer until
 * the transaction ends.
 */
export async function isStillShop(tx: Tx, merchantId: number, shopGid: string): Promise<boolean> {
  const connection = await findConnection(tx, merchantId, 'for share')
  return connection?.shopGid === shopGid && connection.status !== 'disconnected'
}

/**
 * Asks the store whether it still accepts our token of the merchant's shop. Without a token it asks nothing,
 * because tokens are deleted only after the store refused them. Throws when the store gives no clear answer.
 */
export async function hasLostAccess(kernel: Kernel, merchantId: number): Promise<boolean> {
  const connection = await kernel.db.withTenant(merchantId, (tx) => findConnection(tx, merchantId, 'no lock'))
  if (!connection || connection.accessToken === null) return true
  const { shop } = await openShop(kernel, merchantId)
  return !(await shop.isInstalled())
}
