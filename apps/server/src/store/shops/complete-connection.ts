import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreCallback, StoreConnector } from '../../kernel/connector/connector.ts'
import { callbackRefused, isStoreFault } from '../../kernel/connector/store-error.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { setDueAtLatest } from '../../kernel/due/queries.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { removeFormerShop } from './empty-shop.ts'
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
import { hashState } from './start-connection.ts'
import { sealTokens } from './tokens.ts'

/** How many times to try for a shop that another merchant is connecting, and the pause between tries. */
const RESERVE_TRIES = 40
const RESERVE_PAUSE_MS = 250

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
  input: StoreCallback,
): Promise<{ shopDomain: string; syncRunId: number }> {
  const { store } = kernel
  const callback = store.readCallback(input)
  await consumeState(kernel, merchantId, callback)
  const { tokens, info } = await readShop(store, callback)
  if (info.domain !== callback.shopDomain)
    throw new AppError('conflict', `${store.name} answered for another store domain.`, {
      refusal: 'incorrect_domain',
    })
  requireScopes(store, info.scopes)

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
    if (!(await isShopDomainFree(tx, merchantId, info.domain)))
      throw new AppError('conflict', 'This store is already connected to another Stockcast account.')
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
    await setDueAtLatest(tx, { kind: 'comparison', merchantId, dueAt: kernel.clock.now() })
    return requestFirstSync(tx, merchantId)
  })
}

interface Callback {
  shopDomain: string
  code: string
  state: string
}

/**
 * Reads the shop with the new tokens. A permanent refusal by the store is for the merchant to fix; a temporary
 * one remains a failure of the provider.
 */
async function readShop(store: StoreConnector, { shopDomain, code }: Callback) {
  try {
    const tokens = await store.exchangeCode(shopDomain, code)
    return { tokens, info: await store.shop(shopDomain, async () => tokens.accessToken).details() }
  } catch (cause) {
    if (!isStoreFault(cause, 'unauthorized', 'shop_not_found')) throw cause
    const refusal = isStoreFault(cause, 'shop_not_found') ? 'incorrect_domain' : 'invalid_store'
    throw new AppError('precondition_failed', (cause as Error).message, { cause, refusal })
  }
}

async function consumeState(kernel: Kernel, merchantId: number, callback: Callback): Promise<void> {
  const stateHash = hashState(callback.state)
  const now = kernel.clock.now()
  // Committed before the store is asked, so that a replayed callback finds no state, whatever happens next.
  const stateShop = await kernel.db.withTenant(merchantId, (tx) =>
    takeState(tx, { merchantId, stateHash, now }),
  )
  if (stateShop === undefined) throw callbackRefused(kernel.store.name, 'unknown, used or expired state')
  if (stateShop !== callback.shopDomain)
    throw callbackRefused(kernel.store.name, 'the state was made for another shop')
}

function requireScopes(store: StoreConnector, granted: readonly string[]): void {
  const missing = store.missingPermissions(granted)
  if (missing.length === 0) return
  throw new AppError(
    'precondition_failed',
    `Please authorize every permission asked for. Missing: ${missing.join(', ')}.`,
    { refusal: 'invalid_store' },
  )
}
