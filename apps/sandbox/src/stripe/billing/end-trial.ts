import type Stripe from 'stripe'
import { nextBoundary } from '../billing-calendar.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { withPeriod } from '../objects/subscription.ts'
import { idOf } from '../objects/wire.ts'
import { CardRefusal } from '../refusal.ts'
import { endSubscription } from './end-subscription.ts'
import { DRAFT_S, draftInvoice, finalizeInvoice } from './invoices.ts'
import { payInvoice } from './pay-invoice.ts'
import { payingMethod } from './payment-methods.ts'
import { changeSubscription, find } from './records.ts'

/** Ends a trial that is over by the clock: the subscription is active at once and charged an hour later. */
export function endTrial(context: Context, subscription: Stripe.Subscription): void {
  const behavior = subscription.trial_settings!.end_behavior.missing_payment_method
  if (!payingMethod(context, subscription) && behavior !== 'create_invoice') {
    if (behavior === 'cancel') endSubscription(context, subscription, { reason: null })
    else pause(context, subscription)
    return
  }
  const at = subscription.trial_end!
  const running = startPaying(subscription, at)
  const draft = draftInvoice(context, running, {
    id: newId('in'),
    reason: 'subscription_cycle',
    isTrial: false,
    finalizesAt: at + DRAFT_S,
  })
  changeSubscription(context, subscription, { ...running, latest_invoice: draft.id })
}

/** Ends a trial on request and charges at once. Throws a CardRefusal if a required charge fails. */
export function endTrialNow(
  context: Context,
  before: Stripe.Subscription,
  mustBePaid: boolean,
): Stripe.Subscription {
  const now = context.now()
  const running = { ...startPaying(before, now), trial_end: now }
  context.emit('customer.subscription.trial_will_end', { ...before, trial_end: now })
  const draft = draftInvoice(context, running, {
    id: newId('in'),
    reason: 'subscription_update',
    isTrial: false,
    finalizesAt: null,
  })
  const subscription = changeSubscription(context, before, { ...running, latest_invoice: draft.id })
  const invoice = finalizeInvoice(context, draft)
  const decline = payInvoice(context, invoice, {
    paymentMethod: payingMethod(context, subscription),
    isAutomatic: true,
    isConfirmed: false,
  })
  if (decline && mustBePaid) throw new CardRefusal(decline, idOf(before.customer)!)
  return find(context, 'subscription', before.id)
}

function startPaying(subscription: Stripe.Subscription, at: number): Stripe.Subscription {
  const running = withPeriod(subscription, at, nextBoundary(at, at))
  return { ...running, billing_cycle_anchor: at, status: 'active' }
}

function pause(context: Context, subscription: Stripe.Subscription): void {
  const paused = changeSubscription(context, subscription, { status: 'paused' })
  context.emit('customer.subscription.paused', paused)
}
