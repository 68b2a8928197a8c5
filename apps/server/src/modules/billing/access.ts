import { DAY_MS, type SubscriptionStatus } from '@stockcast/contract'

export interface AccessFacts {
  status: SubscriptionStatus
  subscriptionId: string | null
  trialEndsAt: Date
  accessUntil: Date | null
}

/**
 * Returns the status at `now`, and whether the account is read-only. Our own clock ends a trial only where
 * the provider has no subscription; otherwise the trial lasts until the provider ends it.
 */
export function accessOf(facts: AccessFacts, now: Date): { status: SubscriptionStatus; isReadOnly: boolean } {
  const isOver = facts.status === 'trial' && facts.subscriptionId === null && facts.trialEndsAt <= now
  const status = isOver ? 'expired' : facts.status
  const hasLeft = status === 'cancelled' && facts.accessUntil !== null && facts.accessUntil <= now
  return { status, isReadOnly: status === 'expired' || hasLeft }
}

/** Returns the days until the trial ends, rounded up; 0 once it has ended. */
export function trialDaysRemaining(trialEndsAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((trialEndsAt.getTime() - now.getTime()) / DAY_MS))
}
