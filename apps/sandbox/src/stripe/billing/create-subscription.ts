import type Stripe from 'stripe'
import { nextBoundary } from '../billing-calendar.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { type MissingPaymentMethod, newSubscription } from '../objects/subscription.ts'
import { CardRefusal, invalid } from '../refusal.ts'
import { draftInvoice, finalizeInvoice } from './invoices.ts'
import { payInvoice } from './pay-invoice.ts'
import { payingMethod } from './payment-methods.ts'
import { find } from './records.ts'

export interface SubscriptionOrder {
  customer: string
  quantity: number
  trialEnd: number | null
  defaultPaymentMethod: string | null
  saveDefault: 'off' | 'on_subscription'
  missingPaymentMethod: MissingPaymentMethod
  metadata: Stripe.Metadata
  /** What becomes of the subscription when the first payment fails. */
  whenUnpaid: 'stay_incomplete' | 'refuse' | 'wait_for_confirmation'
  /** Whether the buyer is there to confirm. */
  isConfirmed: boolean
}

/** Throws a CardRefusal when the first payment fails and the order says to refuse then. */
export function createSubscription(context: Context, order: SubscriptionOrder): Stripe.Subscription {
  const created = context.now()
  const { trialEnd } = order
  const made = newSubscription({
    ...order,
    id: newId('sub'),
    created,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    periodEnd: trialEnd ?? nextBoundary(created, created),
  })
  if (trialEnd === null && order.whenUnpaid !== 'wait_for_confirmation' && !payingMethod(context, made))
    throw invalid(
      'This customer has no attached payment source or default payment method. Attach one first.',
      undefined,
      'resource_missing',
    )
  const id = newId('in')
  const subscription = { ...made, latest_invoice: id }
  context.ledger.put('subscription', subscription.id, subscription)
  context.emit('customer.subscription.created', subscription)
  const isTrial = trialEnd !== null
  const about = { id, reason: 'subscription_create', isTrial, finalizesAt: null } as const
  const draft = draftInvoice(context, subscription, about)
  const invoice = finalizeInvoice(context, draft)
  if (invoice.status === 'open' && order.whenUnpaid !== 'wait_for_confirmation') {
    const paymentMethod = payingMethod(context, subscription)
    const decline = payInvoice(context, invoice, {
      paymentMethod,
      isAutomatic: false,
      isConfirmed: order.isConfirmed,
    })
    if (decline && order.whenUnpaid === 'refuse') throw new CardRefusal(decline, order.customer)
  }
  return find(context, 'subscription', subscription.id)
}
