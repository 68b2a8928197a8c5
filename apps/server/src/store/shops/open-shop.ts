import type { OptionalPermission } from '@stockcast/contract'
import type { Shop, StoreConnector } from '../../kernel/connector/connector.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { accessToken, isFresh } from './access-token.ts'
import { type Connection, findConnection } from './queries.ts'
import { notConnected } from './reconnect.ts'
import type { Tokens } from './tokens.ts'

export interface OpenShop {
  shop: Shop
  /** The kind of store that it is. */
  store: StoreConnector
  shopGid: string
  /** When the merchant last gave permission. */
  connectedAt: Date
  /** Whether orders of any age may be read. */
  canReadAllOrders: boolean
}

/**
 * Opens the merchant's shop for requests; its token is renewed as needed. `onTrouble` is called with the name of the store
 * while it does not answer.
 */
export async function openShop(
  kernel: Kernel,
  merchantId: number,
  onTrouble?: (storeName: string) => void,
): Promise<OpenShop> {
  const connection = await kernel.db.withTenant(merchantId, (tx) => requireConnection(kernel, tx, merchantId))
  const { store } = kernel
  let known: Tokens | null = null
  const token = async (rejected?: string): Promise<string> => {
    const isUsable = known !== null && known.accessToken !== rejected && isFresh(known, kernel.clock.now())
    if (known === null || !isUsable) known = await accessToken(kernel, merchantId, rejected)
    return known.accessToken
  }
  return {
    shop: store.shop(connection.shopDomain, token, () => onTrouble?.(store.name)),
    store,
    shopGid: connection.shopGid,
    connectedAt: connection.connectedAt,
    canReadAllOrders: store.includesAllOrders(connection.scopes),
  }
}

/** Returns the merchant's connection to a store. Refuses without one. */
export async function requireConnection(
  kernel: Pick<Kernel, 'store'>,
  tx: Tx,
  merchantId: number,
): Promise<Connection> {
  const connection = await findConnection(tx, merchantId, 'no lock')
  if (!connection || connection.status === 'disconnected') throw notConnected(kernel)
  return connection
}

/** What a merchant may allow Stockcast to write in the store. */
type Right = 'stock' | 'transfers'

function isGranted(store: StoreConnector, right: Right, scopes: readonly string[]): boolean {
  return right === 'stock' ? store.mayWriteStock(scopes) : store.mayWriteTransfers(scopes)
}

/** Returns whether the merchant's store has given a right, and which store it is. */
export async function findAccess(
  { store }: Pick<Kernel, 'store'>,
  tx: Tx,
  { merchantId, right }: { merchantId: number; right: Right },
): Promise<{ access: 'granted' | 'needed' | 'no_store'; storeName: string; shopDomain: string | null }> {
  const connection = await findConnection(tx, merchantId, 'no lock')
  if (connection?.status !== 'connected')
    return { access: 'no_store', storeName: store.name, shopDomain: null }
  const access = isGranted(store, right, connection.scopes) ? 'granted' : 'needed'
  return { access, storeName: store.name, shopDomain: connection.shopDomain }
}

/** Returns the name of the store. Refuses without the right; `ending` ends the sentence: which right it is, and what to do. */
export async function requireAccess(
  kernel: Pick<Kernel, 'store'>,
  tx: Tx,
  { merchantId, right, ending }: { merchantId: number; right: Right; ending: string },
): Promise<string> {
  const { scopes } = await requireConnection(kernel, tx, merchantId)
  const { store } = kernel
  if (isGranted(store, right, scopes)) return store.name
  throw new AppError('precondition_failed', `${store.name} has not given Stockcast permission ${ending}`)
}

/** Returns the optional permissions that the merchant's store has not granted. */
export async function listRefusedPermissions(
  { db, store }: Pick<Kernel, 'db' | 'store'>,
  merchantId: number,
): Promise<OptionalPermission[]> {
  const connection = await db.withTenant(merchantId, (tx) => findConnection(tx, merchantId, 'no lock'))
  return connection?.status === 'connected' ? store.refusedPermissions(connection.scopes) : []
}

/** Returns whether background work may call the store: not while the merchant must act first. */
export async function isConnected(tx: Tx, merchantId: number): Promise<boolean> {
  const connection = await findConnection(tx, merchantId, 'no lock')
  return connection?.status === 'connected'
}

/** Returns `isConnected` outside a transaction. */
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
