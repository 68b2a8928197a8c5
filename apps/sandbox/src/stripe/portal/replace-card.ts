import type Stripe from 'stripe'
import { isOver } from '../billing/end-subscription.ts'
import { saveCard } from '../billing/payment-methods.ts'
import { changeCustomer, changeSubscription, subscriptionsOf } from '../billing/records.ts'
import { authenticationDenied, type CardForm, type Decline, isDecline, readCard } from '../cards.ts'
import type { Context } from '../context.ts'

export type Confirmation = 'confirmed' | 'denied' | null

export type Saved =
  | { kind: 'saved'; paymentMethod: Stripe.PaymentMethod }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'asks_confirmation' }

/** Saves a card for the customer without paying anything with it. */
export function saveCardOnPage(
  context: Context,
  customer: Stripe.Customer,
  form: CardForm,
  confirmation: Confirmation,
): Saved {
  const card = readCard(form, context.now())
  if (isDecline(card)) return { kind: 'declined', decline: card }
  if (card.authentication !== 'none' && confirmation === null) return { kind: 'asks_confirmation' }
  if (confirmation === 'denied') return { kind: 'declined', decline: authenticationDenied }
  return {
    kind: 'saved',
    paymentMethod: saveCard(context, card, { customer, form, name: customer.name ?? null }),
  }
}

/** Makes the new card the default of the customer and of all running subscriptions. */
export function replaceCard(
  context: Context,
  customer: Stripe.Customer,
  form: CardForm,
  confirmation: Confirmation,
): Saved {
  const saved = saveCardOnPage(context, customer, form, confirmation)
  if (saved.kind !== 'saved') return saved
  const { id } = saved.paymentMethod
  changeCustomer(context, customer.id, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: id },
  })
  for (const subscription of subscriptionsOf(context, customer.id))
    if (!isOver(subscription) && subscription.default_payment_method !== null)
      changeSubscription(context, subscription, { default_payment_method: id })
  return saved
}
