import { AppError } from '../../errors.ts'
import { isShopifyFault, ShopifyError, shopifyOf } from '../../integrations/shopify/index.ts'
import type { Kernel } from '../../kernel.ts'
import { findConnection, updateConnection } from './queries.ts'
import { openTokens, sealTokens, type Tokens } from './tokens.ts'

/** A token with less life than this is renewed before it is used. */
const LEAST_LIFE_MS = 5 * 60_000

/**
 * A usable access token of the merchant's shop. `rejected` is one that Shopify just refused. Renewal holds the row
 * lock while Shopify is asked: two renewals at a time would retire each other's result, and the old pair
 * stays stored until the new one is.
 */
export async function accessToken(kernel: Kernel, merchantId: number, rejected?: string): Promise<Tokens> {
  const tokens = await kernel.db.withTenant(merchantId, async (tx) => {
    const connection = await findConnection(tx, merchantId, 'for update')
    if (!connection) throw new AppError('precondition_failed', 'Connect your Shopify store first.')
    const stored = await openTokens(kernel, tx, merchantId, connection)
    if (stored.accessToken !== rejected && isFresh(stored, kernel.clock.now())) return stored

    const renewed = await renew(kernel, connection.shopDomain, stored)
    if (!renewed) {
      await updateConnection(tx, merchantId, { ...connection, status: 'needs_reconnect' })
      return null
    }
    const sealed = await sealTokens(kernel, tx, merchantId, renewed)
    await updateConnection(tx, merchantId, { ...connection, ...sealed, status: 'connected' })
    return renewed
  })
  if (!tokens) throw new ShopifyError('unauthorized', 'no token could be renewed')
  return tokens
}

/** Whether the token can be used a while longer; one without expiry can until Shopify refuses it. */
export function isFresh(tokens: Pick<Tokens, 'accessExpiresAt'>, now: Date): boolean {
  return tokens.accessExpiresAt === null || tokens.accessExpiresAt.getTime() - now.getTime() > LEAST_LIFE_MS
}

/** Null when only the merchant can help, by connecting again. */
async function renew(kernel: Kernel, shopDomain: string, stored: Tokens): Promise<Tokens | null> {
  if (stored.refreshToken === null) return null
  const shopify = shopifyOf(kernel.config.shopify, kernel.clock.now)
  try {
    return await shopify.refreshTokens(shopDomain, stored.refreshToken)
  } catch (error) {
    if (isShopifyFault(error, 'unauthorized')) return null
    throw error
  }
}
