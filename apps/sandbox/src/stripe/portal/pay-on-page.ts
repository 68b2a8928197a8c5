import type Stripe from 'stripe'
import { payInvoice } from '../billing/pay-invoice.ts'
import { payingMethod } from '../billing/payment-methods.ts'
import { changeSubscription, find, findCustomer } from '../billing/records.ts'
import { authenticationDenied, type CardForm, type Decline } from '../cards.ts'
import type { Context } from '../context.ts'
import { subscriptionOf } from '../objects/invoice.ts'
import { idOf } from '../objects/wire.ts'
import { type Confirmation, saveCardOnPage } from './replace-card.ts'

export type Payment =
  | { kind: 'paid'; invoice: Stripe.Invoice }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'asks_confirmation' }
  | { kind: 'not_open'; status: Stripe.Invoice.Status }

const noCard: Decline = { code: 'parameter_missing', declineCode: null, message: 'Enter a card.' }

/** An open invoice, paid by somebody who is there: with the card on file, or with another one. */
export function payOnPage(
  context: Context,
  id: string,
  form: CardForm | null,
  confirmation: Confirmation,
): Payment {
  const invoice = find(context, 'invoice', id)
  if (invoice.status !== 'open') return { kind: 'not_open', status: invoice.status! }
  const subscription = find(context, 'subscription', subscriptionOf(invoice))
  const chosen = form ? cardOf(context, invoice, form, confirmation) : payingMethod(context, subscription)
  if (!chosen) return { kind: 'declined', decline: noCard }
  if ('kind' in chosen) return chosen
  const needsConfirmation = context.ledger.get('card', chosen.id)?.authentication === 'always'
  if (needsConfirmation && confirmation === null) return { kind: 'asks_confirmation' }
  if (confirmation === 'denied') return { kind: 'declined', decline: authenticationDenied }
  const decline = payInvoice(context, invoice, {
    paymentMethod: chosen,
    isAutomatic: false,
    isConfirmed: true,
  })
  if (decline) return { kind: 'declined', decline }
  if (subscription.payment_settings?.save_default_payment_method === 'on_subscription')
    changeSubscription(context, find(context, 'subscription', subscription.id), {
      default_payment_method: chosen.id,
    })
  return { kind: 'paid', invoice: find(context, 'invoice', id) }
}

function cardOf(context: Context, invoice: Stripe.Invoice, form: CardForm, confirmation: Confirmation) {
  const customer = findCustomer(context, idOf(invoice.customer)!)
  const saved = saveCardOnPage(context, customer, form, confirmation)
  return saved.kind === 'saved' ? saved.paymentMethod : saved
}
