import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '@stockcast/contract'
import type { StoreTokens } from '../../kernel/connector/connector.ts'
import { isStoreFault, StoreError } from '../../kernel/connector/store-error.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findConnection, updateConnection } from './queries.ts'
import { checkScopes, notConnected, requireReconnect } from './reconnect.ts'
import { openTokens, sealTokens, type Tokens } from './tokens.ts'

/** A token that expires sooner than this is renewed before it is used. */
const MIN_LIFE_MS = 5 * MINUTE_MS
/** Longer than all tries of one renewal together: after this time, whoever renewed has stopped. */
const LEASE_MS = 90_000
const LOOK_EVERY_MS = 100
/** How long to wait for a renewal by another process, and how long while the old token still works. */
const PATIENCE_MS = 30_000
const SERVING_PATIENCE_MS = 5000

/** Returns a usable access token of the merchant's shop. `rejected` is one that the store just refused. */
export async function accessToken(kernel: Kernel, merchantId: number, rejected?: string): Promise<Tokens> {
  const begun = performance.now()
  for (;;) {
    const found = await kernel.db.withTenant(merchantId, (tx) => findTokens(kernel, tx, merchantId, rejected))
    if (found.kind === 'usable') return found.tokens
    if (found.kind === 'due') return renewTokens(kernel, { merchantId, ...found })
    const waitedMs = performance.now() - begun
    if (found.serving && waitedMs > SERVING_PATIENCE_MS) return found.serving
    if (waitedMs > PATIENCE_MS)
      throw new StoreError(kernel.store.name, 'unavailable', 'another process is renewing the tokens')
    await sleep(LOOK_EVERY_MS)
  }
}

interface DueRenewal {
  id: string
  shopDomain: string
  stored: Tokens
  isRejected: boolean
}

type Found =
  | { kind: 'usable'; tokens: Tokens }
  /** `serving`: the stored pair, until it expires. */
  | { kind: 'renewing'; serving: Tokens | null }
  | ({ kind: 'due' } & DueRenewal)

/**
 * Reads the stored tokens and, if they must be renewed, records that this caller renews them. Two renewals at
 * a time would invalidate each other's result. A row lock would prevent that too, but would hold a connection
 * while the store is asked.
 */
async function findTokens(kernel: Kernel, tx: Tx, merchantId: number, rejected?: string): Promise<Found> {
  const now = kernel.clock.now()
  const look = async (lock: 'for update' | 'no lock') => {
    const connection = await findConnection(tx, merchantId, lock)
    const stored = connection && (await openTokens(kernel, tx, merchantId, connection))
    if (!connection || !stored) throw notConnected(kernel)
    return { connection, stored, isRejected: stored.accessToken === rejected }
  }
  const settle = ({ connection, stored, isRejected }: Awaited<ReturnType<typeof look>>): Found | null => {
    if (!isRejected && isFresh(stored, now)) return { kind: 'usable', tokens: stored }
    if (!connection.renewal || connection.renewal.until <= now) return null
    return { kind: 'renewing', serving: !isRejected && hasLeft(stored, now, 0) ? stored : null }
  }
  const seen = settle(await look('no lock'))
  if (seen) return seen
  const locked = await look('for update')
  const settled = settle(locked)
  if (settled) return settled
  const { connection, stored, isRejected } = locked
  const renewal = { id: randomUUID(), until: new Date(now.getTime() + LEASE_MS) }
  await updateConnection(tx, merchantId, { ...connection, renewal })
  return { kind: 'due', id: renewal.id, shopDomain: connection.shopDomain, stored, isRejected }
}

async function renewTokens(kernel: Kernel, due: DueRenewal & { merchantId: number }): Promise<Tokens> {
  const { merchantId, stored } = due
  const renewed = await renew(kernel, due.shopDomain, due).catch(async (error: unknown) => {
    await kernel.db.withTenant(merchantId, (tx) => saveRenewal(kernel, tx, due, 'kept'))
    throw error
  })
  const tokens = await kernel.db.withTenant(merchantId, (tx) => saveRenewal(kernel, tx, due, renewed))
  if (tokens === 'superseded')
    throw new StoreError(kernel.store.name, 'unavailable', 'the tokens changed during their renewal')
  if (!tokens) throw new StoreError(kernel.store.name, 'unauthorized', 'no token could be renewed')
  return tokens === 'kept' ? stored : tokens
}

/**
 * Stores the new tokens and ends the renewal in one statement, unless another caller has taken over
 * meanwhile.
 */
async function saveRenewal(
  kernel: Kernel,
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: number },
  renewed: StoreTokens | 'kept' | null,
): Promise<StoreTokens | 'kept' | 'superseded' | null> {
  const connection = await findConnection(tx, merchantId, 'for update')
  if (connection?.renewal?.id !== id) return 'superseded'
  const ended = { ...connection, renewal: null }
  if (renewed === null || renewed === 'kept') {
    await updateConnection(tx, merchantId, ended)
    if (renewed === null) await requireReconnect(kernel, tx, { merchantId, message: revoked(kernel) })
    return renewed
  }
  const sealed = await sealTokens(kernel, tx, merchantId, renewed)
  await updateConnection(tx, merchantId, { ...ended, ...sealed })
  const { connectedAt } = connection
  if (renewed.scopes.length > 0)
    await checkScopes(kernel, tx, { merchantId, granted: renewed.scopes, connectedAt })
  return renewed
}

function revoked({ store }: Kernel): string {
  return `${store.name} no longer accepts our access to your store. Connect it again to continue; nothing is lost.`
}

/**
 * Returns whether the token remains valid long enough. A token without expiry does until the store refuses it.
 */
export function isFresh(tokens: Pick<Tokens, 'accessExpiresAt'>, now: Date): boolean {
  return hasLeft(tokens, now, MIN_LIFE_MS)
}

function hasLeft({ accessExpiresAt }: Pick<Tokens, 'accessExpiresAt'>, now: Date, ms: number): boolean {
  return accessExpiresAt === null || accessExpiresAt.getTime() - now.getTime() > ms
}

/**
 * Renews the tokens. Returns null when only the merchant can help, by connecting again, and `kept` when
 * the store does not answer but the old pair still works.
 */
async function renew(
  kernel: Kernel,
  shopDomain: string,
  { stored, isRejected }: { stored: Tokens; isRejected: boolean },
): Promise<StoreTokens | 'kept' | null> {
  if (stored.refreshToken === null) return null
  try {
    return await kernel.store.refreshTokens(shopDomain, stored.refreshToken)
  } catch (error) {
    if (isStoreFault(error, 'unauthorized')) return null
    const mayPass = error instanceof AppError && error.retryable
    if (mayPass && !isRejected && hasLeft(stored, kernel.clock.now(), 0)) return 'kept'
    throw error
  }
}
