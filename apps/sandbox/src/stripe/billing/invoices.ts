import type Stripe from 'stripe'
import { DAY_S, HOUR_S } from '../billing-calendar.ts'
import { newId } from '../new-id.ts'
import { type InvoiceWanted, newInvoice } from '../objects/invoice.ts'
import { newInvoicePayment, newPaymentIntent } from '../objects/payment.ts'
import { idOf } from '../objects/wire.ts'
import type { World } from '../world.ts'
import { change, findCustomer } from './records.ts'

/** A renewal's invoice is a draft for an hour: https://docs.stripe.com/billing/subscriptions/overview */
export const DRAFT_S = HOUR_S
/** After each failed attempt; when the last has failed too, the subscription ends. */
export const RETRY_AFTER_S = [3 * DAY_S, 5 * DAY_S, 7 * DAY_S]

/** A draft; the caller puts the subscription, whose latest invoice it is. */
export function draftInvoice(
  world: World,
  subscription: Stripe.Subscription,
  wanted: Pick<InvoiceWanted, 'id' | 'reason' | 'isTrial' | 'finalizesAt'>,
): Stripe.Invoice {
  const customer = findCustomer(world, idOf(subscription.customer)!)
  const sequence = customer.next_invoice_sequence ?? 1
  world.ledger.put('customer', customer.id, { ...customer, next_invoice_sequence: sequence + 1 })
  const number = `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`
  const draft = newInvoice({ ...wanted, created: world.now(), subscription, customer, number })
  world.ledger.put('invoice', draft.id, draft)
  world.emit('invoice.created', draft)
  return draft
}

/** Opens the invoice for payment; one over nothing is paid at once. */
export function finalizeInvoice(world: World, draft: Stripe.Invoice): Stripe.Invoice {
  const now = world.now()
  const opened = change(world, 'invoice', draft, {
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: 0,
    hosted_invoice_url: `${world.address()}/stripe/invoice/${draft.id}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  })
  if (opened.amount_due > 0) {
    const intent = newPaymentIntent({ id: newId('pi'), created: now }, opened)
    world.ledger.put('payment_intent', intent.id, intent)
    const payment = newInvoicePayment({ id: newId('inpay'), created: now }, opened, intent.id)
    world.ledger.put('invoice_payment', opened.id, payment)
  }
  world.emit('invoice.finalized', opened)
  return opened.amount_due > 0 ? opened : markPaid(world, opened)
}

export function markPaid(world: World, open: Stripe.Invoice): Stripe.Invoice {
  const now = world.now()
  const paid = change(world, 'invoice', open, {
    amount_paid: open.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: now },
  })
  world.emit('invoice.paid', paid)
  world.emit('invoice.payment_succeeded', paid)
  return paid
}

/** Stops the automatic collection of an invoice. */
export function stopCollecting(world: World, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'draft' && invoice.status !== 'open') return
  const by = { auto_advance: false, automatically_finalizes_at: null, next_payment_attempt: null }
  world.emit('invoice.updated', change(world, 'invoice', invoice, by), invoice)
}
