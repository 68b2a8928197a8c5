import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { stopCollecting } from './invoices.ts'
import { invoicesOf } from './records.ts'

type Reason = Stripe.Subscription.CancellationDetails['reason']

export interface CancellationWords {
  comment: string | null
  feedback: Stripe.Subscription.CancellationDetails['feedback']
}

/** Ends the subscription for good. What is still owed is not collected any more. */
export function endSubscription(
  context: Context,
  before: Stripe.Subscription,
  by: { reason: Reason; words?: Partial<CancellationWords> },
): Stripe.Subscription {
  const now = context.now()
  const ended: Stripe.Subscription = {
    ...before,
    canceled_at: before.canceled_at ?? now,
    cancellation_details: { ...before.cancellation_details!, ...by.words, reason: by.reason },
    ended_at: now,
    status: before.status === 'incomplete' ? 'incomplete_expired' : 'canceled',
  }
  context.ledger.put('subscription', ended.id, ended)
  for (const invoice of invoicesOf(context, ended.id)) stopCollecting(context, invoice)
  if (ended.status === 'incomplete_expired') context.emit('customer.subscription.updated', ended, before)
  else context.emit('customer.subscription.deleted', ended)
  return ended
}

export function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}
