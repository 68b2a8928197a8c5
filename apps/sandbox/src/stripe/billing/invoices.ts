import type Stripe from 'stripe'
import { DAY_S, HOUR_S } from '../billing-calendar.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { type InvoiceWanted, newInvoice } from '../objects/invoice.ts'
import { newInvoicePayment, newPaymentIntent } from '../objects/payment.ts'
import { getId } from '../objects/wire.ts'
import { change, findCustomer } from './records.ts'

/** A renewal's invoice is a draft for an hour: https://docs.stripe.com/billing/subscriptions/overview */
export const DRAFT_S = HOUR_S
/** After each failed attempt; when the last has failed too, the subscription ends. */
export const RETRY_AFTER_S = [3 * DAY_S, 5 * DAY_S, 7 * DAY_S]

/** Creates a draft; the caller stores the subscription, whose latest invoice it is. */
export function draftInvoice(
  context: Context,
  subscription: Stripe.Subscription,
  wanted: Pick<InvoiceWanted, 'id' | 'reason' | 'isTrial' | 'finalizesAt'>,
): Stripe.Invoice {
  const customer = findCustomer(context, getId(subscription.customer)!)
  const sequence = customer.next_invoice_sequence ?? 1
  context.ledger.put('customer', customer.id, { ...customer, next_invoice_sequence: sequence + 1 })
  const number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
  const draft = newInvoice({ ...wanted, created: context.now(), subscription, customer, number })
  context.ledger.put('invoice', draft.id, draft)
  context.emit('invoice.created', draft)
  return draft
}

/** Opens the invoice for payment; one over nothing is paid at once. */
export function finalizeInvoice(context: Context, draft: Stripe.Invoice): Stripe.Invoice {
  const now = context.now()
  const opened = change(context, 'invoice', draft, {
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${context.address()}/stripe/invoice/${draft.id}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  })
  if (opened.amount_due > 0) {
    const intent = newPaymentIntent({ id: newId('pi'), created: now }, opened)
    context.ledger.put('payment_intent', intent.id, intent)
    const payment = newInvoicePayment({ id: newId('inpay'), created: now }, opened, intent.id)
    context.ledger.put('invoice_payment', opened.id, payment)
  }
  context.emit('invoice.finalized', opened)
  return opened.amount_due > 0 ? opened : markPaid(context, opened)
}

export function markPaid(context: Context, open: Stripe.Invoice): Stripe.Invoice {
  const now = context.now()
  const paid = change(context, 'invoice', open, {
    amount_paid: open.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: now },
  })
  context.emit('invoice.paid', paid)
  context.emit('invoice.payment_succeeded', paid)
  return paid
}

/** Stops the automatic collection of an invoice. */
export function stopCollecting(context: Context, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft' && invoice.status !== 'open') return
  const by = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null }
  context.emit('invoice.updated', change(context, 'invoice', invoice, by), invoice)
}
