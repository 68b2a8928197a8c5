import type { Tx } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import { type Shop, shopifyOf } from '../../integrations/shopify/index.ts'
import type { Kernel } from '../../kernel.ts'
import { accessToken, isFresh } from './access-token.ts'
import { findConnection } from './queries.ts'
import type { Tokens } from './tokens.ts'

export interface OpenShop {
  shop: Shop
  shopGid: string
  /** Whether orders older than 60 days may be read. */
  canReadAllOrders: boolean
}

/** The merchant's shop, ready to be asked; its token is renewed as needed while it is used. */
export async function openShop(kernel: Kernel, merchantId: number): Promise<OpenShop> {
  const connection = await kernel.db.withTenant(merchantId, (tx) => findConnection(tx, merchantId, 'no lock'))
  if (!connection) throw notConnected()
  let known: Tokens | null = null
  const token = async (rejected?: string): Promise<string> => {
    const isUsable = known !== null && known.accessToken !== rejected && isFresh(known, kernel.clock.now())
    if (known === null || !isUsable) known = await accessToken(kernel, merchantId, rejected)
    return known.accessToken
  }
  return {
    shop: shopifyOf(kernel.config.shopify, kernel.clock.now).shop(connection.shopDomain, token),
    shopGid: connection.shopGid,
    canReadAllOrders: connection.scopes.includes('read_all_orders'),
  }
}

export async function assertConnected(tx: Tx, merchantId: number): Promise<void> {
  if (!(await findConnection(tx, merchantId, 'no lock'))) throw notConnected()
}

function notConnected(): AppError {
  return new AppError('precondition_failed', 'Connect your Shopify store first.')
}
