import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { subscriptionOf } from '../objects/invoice.ts'
import { idOf } from '../objects/wire.ts'
import { change, changeSubscription, find, invoicesOf } from './records.ts'

/** Voids an invoice, so that nothing is owed. The subscription then follows the previous invoice. */
export function voidInvoice(context: Context, open: Stripe.Invoice): Stripe.Invoice {
  const voided = change(context, 'invoice', open, {
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...open.status_transitions, voided_at: context.now() },
  })
  context.emit('invoice.voided', voided)
  const subscription = find(context, 'subscription', subscriptionOf(open))
  const isLatest = idOf(subscription.latest_invoice) === open.id
  const before = invoicesOf(context, subscription.id).find((each) => each.status !== 'void')
  if (isLatest && subscription.status === 'past_due' && before?.status === 'paid')
    changeSubscription(context, subscription, { status: 'active' })
  return voided
}
