import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_DOMAIN_PATTERN } from '@stockcast/contract'
import type { Tx } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import { isShopifyFault, type Shopify, shopifyOf } from '../../integrations/shopify/index.ts'
import type { Kernel } from '../../kernel.ts'
import { missingScopes } from './missing-scopes.ts'
import {
  claimShopDomain,
  deleteShopData,
  findConnection,
  isShopDomainFree,
  keepOpen,
  reserveShopDomain,
  takeState,
  updateMerchantShop,
  upsertConnection,
} from './queries.ts'
import { removeFormerShop } from './remove-former-shop.ts'
import { hashState } from './start-connection.ts'
import { sealTokens } from './tokens.ts'

/** How often, and after which pauses, to try for a shop that somebody else connects at this moment. */
const RESERVE_TRIES = 40
const RESERVE_PAUSE_MS = 250

export interface CallbackInput {
  code: string
  shop: string
  hmac: string
  /** The whole query string of the callback. */
  query: string
}

/** Called inside the transaction that stores the connection; returns the run that reads the shop. */
export type RequestFirstSync = (tx: Tx, merchantId: number) => Promise<number>

/**
 * Verifies the callback, exchanges its code and stores the connection. Connecting the same shop again keeps
 * its data; another shop replaces the data of the former one.
 */
export async function completeConnection(
  kernel: Kernel,
  requestFirstSync: RequestFirstSync,
  merchantId: number,
  input: CallbackInput,
): Promise<{ shopDomain: string; syncRunId: number }> {
  const shopify = shopifyOf(kernel.config.shopify, kernel.clock.now)
  const callback = verifyCallback(shopify, input)
  await consumeState(kernel, merchantId, callback)
  const { tokens, info } = await readShop(shopify, callback)
  if (info.domain !== callback.shopDomain)
    throw new AppError('conflict', 'Shopify answered for another store domain.', {
      refusal: 'incorrect_domain',
    })
  requireScopes(info.scopes)

  for (let tries = 1; ; tries++) {
    const syncRunId = await storeConnection(kernel, requestFirstSync, { merchantId, tokens, info })
    if (syncRunId !== null) return { shopDomain: info.domain, syncRunId }
    if (tries === RESERVE_TRIES)
      throw new AppError(
        'conflict',
        'This store is being connected already. Please try again in a few minutes.',
      )
    await sleep(RESERVE_PAUSE_MS)
  }
}

/**
 * Stores the connection in place of the former one. The name of the shop is reserved before any former data
 * are deleted and until the connection is stored, so that of two merchants who connect one shop at the same
 * moment one gets it and the other loses nothing. Returns null while somebody else has reserved it.
 */
async function storeConnection(
  kernel: Kernel,
  requestFirstSync: RequestFirstSync,
  { merchantId, tokens, info }: { merchantId: number } & Awaited<ReturnType<typeof readShop>>,
): Promise<number | null> {
  const shopGid = String(info.id)
  return kernel.db.withTenant(merchantId, async (tx) => {
    if (!(await reserveShopDomain(tx, info.domain))) return null
    if (!(await isShopDomainFree(tx, merchantId, info.domain))) throw heldByAnother()
    await removeFormerShop(kernel, merchantId, { shopGid, onStep: () => keepOpen(tx) })
    await claimShopDomain(tx, merchantId, info.domain)
    const former = await findConnection(tx, merchantId, 'for update')
    const isSameShop = former?.shopGid === shopGid
    if (!isSameShop) await deleteShopData(tx, merchantId)
    const sealed = await sealTokens(kernel, tx, merchantId, tokens)
    const connection = {
      shopDomain: info.domain,
      shopGid,
      ...sealed,
      scopes: info.scopes,
      status: 'connected',
      message: null,
      connectedAt: kernel.clock.now(),
      renewal: null,
    } as const
    await upsertConnection(tx, merchantId, connection)
    const { domain, name, countryCode, currency, timeZone } = info
    const details = { domain, name, countryCode, currency, ...(isSameShop ? {} : { timeZone }) }
    await updateMerchantShop(tx, merchantId, details)
    return requestFirstSync(tx, merchantId)
  })
}

function heldByAnother(): AppError {
  return new AppError('conflict', 'This store is already connected to another Stockcast account.')
}

interface Callback {
  shopDomain: string
  code: string
  state: string
}

/** Checks the form first, then the signature; uses nothing of an unsigned callback. */
function verifyCallback(shopify: Shopify, input: CallbackInput): Callback {
  const query = input.query.replace(/^\?/, '')
  const parameters = new URLSearchParams(query)
  const shopDomain = input.shop.toLowerCase()
  if (!SHOP_DOMAIN_PATTERN.test(shopDomain)) {
    throw new AppError('invalid_input', 'This is not a Shopify store domain.', {
      field: 'shop',
      refusal: 'incorrect_domain',
    })
  }
  for (const name of ['code', 'shop', 'hmac'] as const) {
    if (parameters.get(name) !== input[name]) throw refused(`${name} differs from the query`)
  }
  if (!shopify.isSigned(query)) throw refused('signature or time')
  return { shopDomain, code: input.code, state: parameters.get('state') ?? '' }
}

/**
 * Reads the shop with the new tokens. A permanent refusal by Shopify is for the merchant to fix; a temporary
 * one remains a failure of the provider.
 */
async function readShop(shopify: Shopify, { shopDomain, code }: Callback) {
  try {
    const tokens = await shopify.exchangeCode(shopDomain, code)
    return { tokens, info: await shopify.shop(shopDomain, async () => tokens.accessToken).info() }
  } catch (cause) {
    if (!isShopifyFault(cause, 'unauthorized', 'shop_not_found')) throw cause
    const refusal = isShopifyFault(cause, 'shop_not_found') ? 'incorrect_domain' : 'invalid_store'
    throw new AppError('precondition_failed', (cause as Error).message, { cause, refusal })
  }
}

async function consumeState(kernel: Kernel, merchantId: number, callback: Callback): Promise<void> {
  const stateHash = hashState(callback.state)
  const now = kernel.clock.now()
  // Committed before Shopify is asked, so that a replayed callback finds no state, whatever happens next.
  const stateShop = await kernel.db.withTenant(merchantId, (tx) =>
    takeState(tx, { merchantId, stateHash, now }),
  )
  if (stateShop === undefined) throw refused('unknown, used or expired state')
  if (stateShop !== callback.shopDomain) throw refused('the state was made for another shop')
}

function requireScopes(granted: readonly string[]): void {
  const missing = missingScopes(granted)
  if (missing.length === 0) return
  throw new AppError(
    'precondition_failed',
    `Please authorize every permission asked for. Missing: ${missing.join(', ')}.`,
    { refusal: 'invalid_store' },
  )
}

/** Returns the same sentence for every forgery, so that it reveals nothing; the log has the detail. */
function refused(detail: string): AppError {
  const message = 'The answer from Shopify is invalid or too old. Please connect the store again.'
  return new AppError('invalid_input', message, { detail, refusal: 'invalid_store' })
}
