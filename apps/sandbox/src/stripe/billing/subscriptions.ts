import type Stripe from 'stripe'
import { nextBoundary } from '../billing-calendar.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { itemIn, newSubscription, withPeriod } from '../objects/subscription.ts'
import { CardRefusal } from '../refusal.ts'
import { DRAFT_S, draftInvoice, finalizeInvoice, stopCollecting } from './invoices.ts'
import { payInvoice } from './pay-invoice.ts'
import { payingMethod } from './payment-methods.ts'
import { changeSubscription, find, getInvoices } from './records.ts'

export interface SubscriptionOrder {
  customer: string
  /** Null: paid at once. */
  trialEnd: number | null
  defaultPaymentMethod: string | null
  metadata: Stripe.Metadata
}

/** Fields of a subscription that has no end. */
export const running = { cancel_at: null, cancel_at_period_end: false, canceled_at: null }

/** Throws a CardRefusal when the first payment fails. */
export function createSubscription(context: Context, order: SubscriptionOrder): Stripe.Subscription {
  const created = context.now()
  const { trialEnd } = order
  const made = newSubscription({
    ...order,
    id: newId('sub'),
    created,
    periodEnd: trialEnd ?? nextBoundary(created, created),
  })
  const id = newId('in')
  const subscription = { ...made, latest_invoice: id }
  context.ledger.put('subscription', subscription.id, subscription)
  context.emit('customer.subscription.created', subscription)
  const isTrial = trialEnd !== null
  const about = { id, reason: 'subscription_create', isTrial, finalizesAt: null } as const
  const invoice = finalizeInvoice(context, draftInvoice(context, subscription, about))
  if (invoice.status === 'open') {
    const paymentMethod = payingMethod(context, subscription)
    const decline = payInvoice(context, invoice, { paymentMethod, isAutomatic: false })
    if (decline) throw new CardRefusal(decline)
  }
  return find(context, 'subscription', subscription.id)
}

/** Ends a trial by the clock: with a card the plan is active at once and charged an hour later. */
export function endTrial(context: Context, subscription: Stripe.Subscription): void {
  if (payingMethod(context, subscription)) startPeriod(context, subscription, subscription.trial_end!)
  else endSubscription(context, subscription, { reason: null })
}

/** Starts the next month of a subscription, whose invoice is charged an hour later. */
export function startPeriod(context: Context, subscription: Stripe.Subscription, start: number): void {
  const isTrial = subscription.status === 'trialing'
  const anchor = isTrial ? start : subscription.billing_cycle_anchor
  const renewed: Stripe.Subscription = {
    ...withPeriod(subscription, start, nextBoundary(anchor, start)),
    billing_cycle_anchor: anchor,
    status: isTrial ? 'active' : subscription.status,
  }
  const draft = draftInvoice(context, renewed, {
    id: newId('in'),
    reason: 'subscription_cycle',
    isTrial: false,
    finalizesAt: start + DRAFT_S,
  })
  changeSubscription(context, subscription, { ...renewed, latest_invoice: draft.id })
}

/** Ends the subscription for good. What is still owed is not collected any more. */
export function endSubscription(
  context: Context,
  before: Stripe.Subscription,
  by: Partial<Stripe.Subscription.CancellationDetails>,
): Stripe.Subscription {
  const now = context.now()
  const ended: Stripe.Subscription = {
    ...before,
    canceled_at: before.canceled_at ?? now,
    cancellation_details: { ...before.cancellation_details!, ...by },
    ended_at: now,
    status: 'canceled',
  }
  context.ledger.put('subscription', ended.id, ended)
  for (const invoice of getInvoices(context, ended.id)) stopCollecting(context, invoice)
  context.emit('customer.subscription.deleted', ended)
  return ended
}

export function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled'
}

/** Lets a subscription end with its period. With flexible billing the portal sets `cancel_at` alone. */
export function cancelInPortal(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  return changeSubscription(context, subscription, {
    cancel_at: itemIn(subscription).current_period_end,
    canceled_at: context.now(),
    cancellation_details: { ...subscription.cancellation_details!, reason: 'cancellation_requested' },
  })
}

/** Revokes a cancellation. */
export function renewInPortal(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  return changeSubscription(context, subscription, {
    ...running,
    cancellation_details: { ...subscription.cancellation_details!, reason: null },
  })
}
