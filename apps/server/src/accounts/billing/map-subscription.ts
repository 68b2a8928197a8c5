import type { SubscriptionStatus } from '@stockcast/contract'
import type { ProviderSubscription } from '../../providers/stripe/index.ts'

export interface MappedStatus {
  status: SubscriptionStatus
  isEnding: boolean
  accessUntil: Date | null
}

/**
 * Returns our status for the provider's. A status that says nothing about access, or is unknown, keeps the
 * previous one.
 */
export function mapSubscription(subscription: ProviderSubscription, previous: MappedStatus): MappedStatus {
  switch (subscription.status) {
    case 'trialing':
      return running(subscription, 'trial')
    case 'active':
      return running(subscription, 'active')
    case 'past_due':
      return { status: 'past_due', isEnding: false, accessUntil: null }
    case 'canceled':
      return {
        status: subscription.isEndedByRequest ? 'cancelled' : 'expired',
        isEnding: false,
        accessUntil: subscription.endedAt,
      }
    case 'unpaid':
    case 'paused':
    case 'incomplete_expired':
      return { status: 'expired', isEnding: false, accessUntil: subscription.endedAt }
    default:
      return previous
  }
}

function running(subscription: ProviderSubscription, status: 'trial' | 'active'): MappedStatus {
  if (!isEnding(subscription)) return { status, isEnding: false, accessUntil: null }
  const accessUntil = subscription.cancelAt ?? subscription.currentPeriodEnd
  return { status: 'cancelled', isEnding: true, accessUntil }
}

/**
 * Returns whether the subscription was cancelled. The provider's portal sets one field for this, its API the
 * other.
 */
export function isEnding({ cancelAtPeriodEnd, cancelAt }: ProviderSubscription): boolean {
  return cancelAtPeriodEnd || cancelAt !== null
}
