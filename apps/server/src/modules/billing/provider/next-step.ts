import type { ProviderSubscription } from '../../../integrations/stripe/index.ts'
import type { BillingAccount } from '../account.ts'
import { chooseSubscription } from './choose-subscription.ts'
import type { ProviderState } from './provider-state.ts'

/** What has to be done at the provider before its state is as the merchant wants it. */
export type BillingStep =
  | { kind: 'end_surplus'; subscription: ProviderSubscription; paymentIntentId: string | null }
  | { kind: 'move_trial_end'; subscription: ProviderSubscription; trialEndsAt: Date }
  | { kind: 'start_trial'; trialEndsAt: Date }

/** The next step, null when nothing is left to do. Whoever does it looks again afterwards. */
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

/** What was paid to start a subscription beside one that ran already. An earlier one was used for what it was paid. */
function paidFor({ id }: ProviderSubscription, { invoices }: ProviderState): string | null {
  const first = invoices.find((invoice) => invoice.subscriptionId === id && invoice.isFirst)
  return first && first.amountPaidCents > 0 ? first.paymentIntentId : null
}
