import type { Tx } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import { isShopifyFault, type Shopify, ShopifyError, shopifyOf } from '../../integrations/shopify/index.ts'
import type { Kernel } from '../../kernel.ts'
import { checkScopes } from './check-scopes.ts'
import { notConnected } from './not-connected.ts'
import { findConnection, updateConnection } from './queries.ts'
import { whenFewRenew } from './renewals.ts'
import { requireReconnect } from './require-reconnect.ts'
import { openTokens, sealTokens, type Tokens } from './tokens.ts'

/** A token with less life than this is renewed before it is used. */
const LEAST_LIFE_MS = 5 * 60_000

const REVOKED =
  'Shopify no longer accepts our access to your store. Connect it again to go on; nothing is lost.'

/**
 * A usable access token of the merchant's shop. `rejected` is one that Shopify just refused. Renewal holds the row
 * lock while Shopify is asked: two renewals at a time would retire each other's result, and the old pair
 * stays stored until the new one is.
 */
export async function accessToken(kernel: Kernel, merchantId: number, rejected?: string): Promise<Tokens> {
  const usable = await kernel.db.withTenant(merchantId, (tx) => usableTokens(kernel, tx, merchantId))
  if (usable && usable.accessToken !== rejected) return usable
  return whenFewRenew(() => renewTokens(kernel, merchantId, rejected))
}

/** What is stored, when it can be used a while longer. */
async function usableTokens(kernel: Kernel, tx: Tx, merchantId: number): Promise<Tokens | null> {
  const connection = await findConnection(tx, merchantId, 'no lock')
  const stored = connection && (await openTokens(kernel, tx, merchantId, connection))
  return stored && isFresh(stored, kernel.clock.now()) ? stored : null
}

async function renewTokens(kernel: Kernel, merchantId: number, rejected?: string): Promise<Tokens> {
  const tokens = await kernel.db.withTenant(merchantId, async (tx) => {
    const connection = await findConnection(tx, merchantId, 'for update')
    const stored = connection && (await openTokens(kernel, tx, merchantId, connection))
    if (!connection || !stored) throw notConnected()
    const isRejected = stored.accessToken === rejected
    if (!isRejected && isFresh(stored, kernel.clock.now())) return stored

    const renewed = await renew(kernel, connection.shopDomain, { stored, isRejected })
    if (!renewed) {
      await requireReconnect(kernel, tx, { merchantId, message: REVOKED })
      return null
    }
    if (renewed === 'kept') return stored
    const sealed = await sealTokens(kernel, tx, merchantId, renewed)
    await updateConnection(tx, merchantId, { ...connection, ...sealed })
    if (renewed.scopes.length > 0) await checkScopes(kernel, tx, { merchantId, granted: renewed.scopes })
    return renewed
  })
  if (!tokens) throw new ShopifyError('unauthorized', 'no token could be renewed')
  return tokens
}

/** Whether the token can be used a while longer; one without expiry can until Shopify refuses it. */
export function isFresh(tokens: Pick<Tokens, 'accessExpiresAt'>, now: Date): boolean {
  return hasLeft(tokens, now, LEAST_LIFE_MS)
}

function hasLeft({ accessExpiresAt }: Pick<Tokens, 'accessExpiresAt'>, now: Date, ms: number): boolean {
  return accessExpiresAt === null || accessExpiresAt.getTime() - now.getTime() > ms
}

type RenewedTokens = Awaited<ReturnType<Shopify['refreshTokens']>>

/**
 * Null when only the merchant can help, by connecting again. `kept` while the old pair still serves and Shopify does
 * not answer the renewal.
 */
async function renew(
  kernel: Kernel,
  shopDomain: string,
  { stored, isRejected }: { stored: Tokens; isRejected: boolean },
): Promise<RenewedTokens | 'kept' | null> {
  if (stored.refreshToken === null) return null
  const shopify = shopifyOf(kernel.config.shopify, kernel.clock.now)
  try {
    return await shopify.refreshTokens(shopDomain, stored.refreshToken)
  } catch (error) {
    if (isShopifyFault(error, 'unauthorized')) return null
    const mayPass = error instanceof AppError && error.retryable
    if (mayPass && !isRejected && hasLeft(stored, kernel.clock.now(), 0)) return 'kept'
    throw error
  }
}
