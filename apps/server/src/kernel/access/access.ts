import type { SubscriptionStatus } from '@stockcast/contract'
import type { Tx } from '../database/app-database.ts'
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

/** Returns whether the merchant has not paid for a plan yet. */
export async function isOnTrial(tx: Tx, merchantId: number, now: Date): Promise<boolean> {
  const facts = await findAccess(tx, merchantId)
  return facts === undefined || getAccess(facts, now).status === 'trial'
}
