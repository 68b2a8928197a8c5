import type Stripe from 'stripe'
import { isOver } from '../billing/end-subscription.ts'
import { changeSubscription } from '../billing/records.ts'
import type { Context } from '../context.ts'
import { itemIn } from '../objects/subscription.ts'
import { invalid } from '../refusal.ts'

/** With flexible billing the portal sets `cancel_at` and leaves `cancel_at_period_end` false. */
export function cancelAtPeriodEnd(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  if (isOver(subscription)) throw invalid('This subscription is over.')
  return changeSubscription(context, subscription, {
    cancel_at: itemIn(subscription).current_period_end,
    canceled_at: context.now(),
    cancellation_details: { ...subscription.cancellation_details!, reason: 'cancellation_requested' },
  })
}

/** Takes back a cancellation. */
export function keepGoing(context: Context, subscription: Stripe.Subscription): Stripe.Subscription {
  if (isOver(subscription)) throw invalid('This subscription is over. Subscribe again in the app.')
  return changeSubscription(context, subscription, {
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { ...subscription.cancellation_details!, reason: null },
  })
}
