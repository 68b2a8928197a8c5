import type Stripe from 'stripe'
import type { Decline } from '../cards.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { getSubscription } from '../objects/invoice.ts'
import { declineError, newCharge } from '../objects/payment.ts'
import { getId } from '../objects/wire.ts'
import { markPaid, RETRY_AFTER_S } from './invoices.ts'
import { change, changeSubscription, find } from './records.ts'

export interface Payer {
  paymentMethod: Stripe.PaymentMethod | null
  /** Whether the attempt follows the retry schedule, instead of a request. */
  isAutomatic: boolean
}

const noPaymentMethod: Decline = {
  code: 'payment_intent_unexpected_state',
  declineCode: null,
  message: 'There is no default payment method to charge.',
}

/** Tries once to collect an open invoice, and updates its subscription. Returns why the attempt failed, or null. */
export function payInvoice(context: Context, invoice: Stripe.Invoice, payer: Payer): Decline | null {
  const decline = getDecline(context, payer)
  if (decline) {
    const failed = recordFailure(context, invoice, payer, decline)
    followPayment(context, failed, false)
  } else {
    const paid = recordSuccess(context, invoice, payer.paymentMethod!)
    followPayment(context, paid, true)
  }
  return decline
}

function getDecline(context: Context, { paymentMethod }: Payer): Decline | null {
  if (!paymentMethod || paymentMethod.customer === null) return noPaymentMethod
  return context.ledger.get('card', paymentMethod.id)!.chargeDecline
}

function recordSuccess(context: Context, invoice: Stripe.Invoice, paymentMethod: Stripe.PaymentMethod) {
  const now = context.now()
  const { intent, payment } = getPayment(context, invoice)
  const charge = newCharge({ id: newId('ch'), created: now }, intent, paymentMethod)
  context.ledger.put('charge', charge.id, charge)
  context.emit('charge.succeeded', charge)
  const succeeded = change(context, 'payment_intent', intent, {
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: paymentMethod.id,
    status: 'succeeded',
  })
  context.emit('payment_intent.succeeded', succeeded)
  const settled = {
    ...payment,
    amount_paid: intent.amount,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: now },
  }
  context.ledger.put('invoice_payment', invoice.id, settled)
  context.emit('invoice_payment.paid', settled)
  const attempts = invoice.attempt_count === 0 ? 1 : invoice.attempt_count
  return markPaid(context, { ...invoice, attempt_count: attempts })
}

function recordFailure(
  context: Context,
  invoice: Stripe.Invoice,
  payer: Payer,
  decline: Decline,
): Stripe.Invoice {
  const { intent } = getPayment(context, invoice)
  const failedIntent = change(context, 'payment_intent', intent, {
    last_payment_error: declineError(decline),
    payment_method: null,
    status: 'requires_payment_method',
  })
  const by = attemptFields(context, invoice, payer)
  const failed = change(context, 'invoice', invoice, { attempted: true, ...by })
  context.emit('payment_intent.payment_failed', failedIntent)
  context.emit('invoice.payment_failed', failed)
  return failed
}

/** Returns the fields that a failed attempt changes. The first attempt always counts; later ones count, and set the next one, only if they were automatic. */
function attemptFields(
  context: Context,
  invoice: Stripe.Invoice,
  { isAutomatic }: Payer,
): Partial<Stripe.Invoice> {
  if (!isAutomatic && invoice.attempt_count > 0) return {}
  const attempts = invoice.attempt_count + 1
  const wait = isAutomatic ? RETRY_AFTER_S[attempts - 1] : undefined
  return {
    attempt_count: attempts,
    next_payment_attempt: wait === undefined ? null : context.now() + wait,
  }
}

/** Changes the status of the subscription, which only its latest invoice does. */
function followPayment(context: Context, invoice: Stripe.Invoice, isPaid: boolean): void {
  const subscription = find(context, 'subscription', getSubscription(invoice))
  if (getId(subscription.latest_invoice) !== invoice.id) return
  const { status } = subscription
  if (isPaid && (status === 'incomplete' || status === 'past_due'))
    changeSubscription(context, subscription, { status: 'active' })
  if (!isPaid && status === 'active') changeSubscription(context, subscription, { status: 'past_due' })
}

function getPayment(context: Context, invoice: Stripe.Invoice) {
  const payment = context.ledger.get('invoice_payment', invoice.id)!
  const intent = find(context, 'payment_intent', payment.payment.payment_intent as string)
  return { payment, intent }
}
