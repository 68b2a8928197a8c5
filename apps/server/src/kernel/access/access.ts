import type { SubscriptionStatus } from '@stockcast/contract'
import type { MiddlewareHandler } from 'hono'
import type { Tx } from '../database/app-database.ts'
import { AppError } from '../errors.ts'
import { type AppEnv, signedIn } from '../http/context.ts'
import type { Kernel } from '../kernel.ts'
import { type AccessFacts, findAccess } from './queries.ts'

/**
 * Returns the status at `now`, and whether the account is read-only. Our own clock ends a trial only where
 * the provider has no subscription; otherwise the trial lasts until the provider ends it.
 */
export function getAccess(
  facts: AccessFacts,
  now: Date,
): { status: SubscriptionStatus; isReadOnly: boolean } {
  const isOver = facts.status === 'trial' && facts.subscriptionId === null && facts.trialEndsAt <= now
  const status = isOver ? 'expired' : facts.status
  const hasLeft = status === 'cancelled' && facts.accessUntil !== null && facts.accessUntil <= now
  return { status, isReadOnly: status === 'expired' || hasLeft }
}

/**
 * Returns whether the merchant's trial or plan has ended. If so, nothing is changed or sent for them; all
 * data is kept.
 */
export async function isReadOnly(tx: Tx, merchantId: number, now: Date): Promise<boolean> {
  const facts = await findAccess(tx, merchantId)
  return facts !== undefined && getAccess(facts, now).isReadOnly
}

/**
 * Refuses changes by a merchant whose trial or plan has ended, unless the endpoint is open without one. Reading and exporting
 * stay open.
 */
export function refuseWithoutPlan(kernel: Pick<Kernel, 'db' | 'clock'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const endpoint = c.get('endpoint')
    const isClosed = endpoint && endpoint.method !== 'GET' && !endpoint.withoutPlan
    if (isClosed) await assertMayChange(kernel, signedIn(c).merchantId)
    await next()
  }
}

async function assertMayChange(kernel: Pick<Kernel, 'db' | 'clock'>, merchantId: number): Promise<void> {
  const now = kernel.clock.now()
  if (!(await kernel.db.withTenant(merchantId, (tx) => isReadOnly(tx, merchantId, now)))) return
  throw new AppError(
    'subscription_ended',
    'Your subscription has ended, so nothing can be changed. Reactivate it in Settings, Billing; your data is kept.',
  )
}

/** Returns whether the merchant has not paid for a plan yet. A trial that was cancelled gives access until its end. */
export async function isOnTrial(tx: Tx, merchantId: number, now: Date): Promise<boolean> {
  const facts = await findAccess(tx, merchantId)
  if (facts === undefined) return true
  const { status } = getAccess(facts, now)
  const { accessUntil, trialEndsAt } = facts
  return status === 'trial' || (status === 'cancelled' && accessUntil !== null && accessUntil <= trialEndsAt)
}
