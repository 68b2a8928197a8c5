import { isStripeFault, type ProviderSubscription } from '../../../providers/stripe/index.ts'
import { type BillingAccount, toKey } from '../account.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { updateRememberedTrial } from '../trial/ended-trial-queries.ts'
import { claimAskedTrialEnd, undoExtension } from '../trial/queries.ts'
import { chooseSubscription, type ProviderState } from './provider-state.ts'

/** A change that is still to be made at the provider. */
type BillingStep =
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
    // Only a subscription that was paid while another one ran is refunded.
    const isPaidTwice = chosen !== null && subscription.createdAt >= chosen.createdAt
    const paymentIntentId = isPaidTwice ? firstPaymentOf(subscription, seen) : null
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
function firstPaymentOf({ id }: ProviderSubscription, { invoices }: ProviderState): string | null {
  const first = invoices.find((invoice) => invoice.subscriptionId === id && invoice.isFirst)
  return first && first.amountPaidCents > 0 ? first.paymentIntentId : null
}

type Step<Kind> = Extract<BillingStep, { kind: Kind }>

/** Runs a step at the provider. Repeating a step after a crash changes nothing more. */
export async function runStep(
  billing: BillingKernel,
  account: BillingAccount,
  step: BillingStep,
): Promise<void> {
  if (step.kind === 'end_surplus') return endSurplus(billing, account, step)
  if (step.kind === 'move_trial_end') return moveTrialEnd(billing, account, step)
  return startTrial(billing, account, step)
}

/**
 * Refunds and ends a surplus subscription. The refund comes first, because an ended subscription is not
 * looked at again. A refund that is refused for good, such as that of a disputed charge, is left to the
 * operator, so that the merchant's status keeps following the provider.
 */
async function endSurplus(
  { stripe, log }: BillingKernel,
  { merchantId }: BillingAccount,
  { subscription, paymentIntentId }: Step<'end_surplus'>,
): Promise<void> {
  const refund = paymentIntentId === null ? null : await stripe.refund(paymentIntentId)
  if (refund?.kind === 'refused') {
    log.error({ merchantId, paymentIntentId, detail: refund.detail }, 'refund refused')
  }
  log.warn(
    { merchantId, subscriptionId: subscription.id, isRefunded: refund?.kind === 'refunded' },
    'second subscription ended',
  )
  try {
    await stripe.cancelNow(subscription.id, '')
  } catch (error) {
    if (!isStripeFault(error, 'missing')) throw error
  }
}

async function moveTrialEnd(
  billing: BillingKernel,
  account: BillingAccount,
  { subscription, trialEndsAt }: Step<'move_trial_end'>,
): Promise<void> {
  const key = `trial-extension:${toKey(account)}:${trialEndsAt.getTime()}`
  try {
    await billing.stripe.moveTrialEnd(subscription.id, trialEndsAt, key)
  } catch (error) {
    if (!isStripeFault(error, 'refused')) throw error
    const { merchantId } = account
    const former = { merchantId, trialEndsAt: subscription.trialEndsAt ?? trialEndsAt }
    await billing.db.withTenant(merchantId, async (tx) => {
      await undoExtension(tx, former)
      await updateRememberedTrial(tx, { ...former, trialExtended: false })
    })
    throw error
  }
}

async function startTrial(
  { stripe, db, clock }: BillingKernel,
  account: BillingAccount,
  step: Step<'start_trial'>,
): Promise<void> {
  const { merchantId, customerId } = account
  if (customerId === null) return
  const trialEndsAt = await db.withTenant(merchantId, (tx) =>
    claimAskedTrialEnd(tx, { merchantId, trialEndsAt: step.trialEndsAt, now: clock.now() }),
  )
  const key = `trial:${toKey(account)}:${trialEndsAt.getTime()}`
  await stripe.startTrial({ customerId, merchantId, trialEndsAt, key })
}
