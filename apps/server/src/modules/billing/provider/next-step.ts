import type { ProviderSubscription } from '../../../integrations/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import { chooseSubscription, type ProviderState } from './provider-state.ts'

/** A change at the provider that the merchant's wishes call for. */
export type BillingStep =
  | { kind: 'end_surplus'; subscription: ProviderSubscription; paymentIntentId: string | null }
  | { kind: 'move_trial_end'; subscription: ProviderSubscription; trialEndsAt: Date }
  | { kind: 'start_trial'; trialEndsAt: Date }

/**
 * Returns the next step; null when nothing is left to do. After each step the caller fetches the state again.
 */
export function nextStep(account: BillingAccount, seen: ProviderState, now: Date): BillingStep | null {
  if (seen.customer.isDeleted) return null
  const { chosen, surplus } = chooseSubscription(seen.subscriptions)
  const [subscription] = surplus
  if (subscription) {
    const isOneTooMany = chosen !== null && subscription.createdAt >= chosen.createdAt
    const paymentIntentId = isOneTooMany ? paidFor(subscription, seen) : null
    return { kind: 'end_surplus', subscription, paymentIntentId }
  }
  const extended = account.extendedTrialEnd
  if (chosen?.status === 'trialing' && extended && chosen.trialEndsAt! < extended) {
    return { kind: 'move_trial_end', subscription: chosen, trialEndsAt: extended }
  }
  const trialEndsAt = extended ?? account.trialEndsAt
  const wantsTrial =
    account.hasFinishedSetup &&
    account.subscriptionId === null &&
    account.trialCancelledAt === null &&
    seen.customer.paymentMethodId !== null &&
    trialEndsAt > now
  return chosen === null && wantsTrial ? { kind: 'start_trial', trialEndsAt } : null
}

/** Returns the payment that started this subscription; null when nothing was paid for it. */
function paidFor({ id }: ProviderSubscription, { invoices }: ProviderState): string | null {
  const first = invoices.find((invoice) => invoice.subscriptionId === id && invoice.isFirst)
  return first && first.amountPaidCents > 0 ? first.paymentIntentId : null
}
