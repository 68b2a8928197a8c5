import type Stripe from 'stripe'
import { type CardForm, type Decline, isDecline, readCard, type TestCard } from '../cards.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newPaymentMethod } from '../objects/payment-method.ts'
import { getId } from '../objects/wire.ts'
import {
  change,
  changeCustomer,
  changeSubscription,
  find,
  findCustomer,
  getSubscriptions,
} from './records.ts'

/** Creates a payment method for the card, attached to the customer. */
export function saveCard(
  context: Context,
  card: TestCard,
  args: { customer: Stripe.Customer; form: Pick<CardForm, 'expMonth' | 'expYear'> },
): Stripe.PaymentMethod {
  const id = newId('pm')
  context.ledger.put('card', id, card)
  const saved = newPaymentMethod({ id, created: context.now(), card, ...args })
  context.ledger.put('payment_method', id, saved)
  context.emit('payment_method.attached', saved)
  return saved
}

/** Makes the new card the default of the customer and of all running subscriptions. */
export function replaceCard(context: Context, customerId: string, form: CardForm): Decline | null {
  const card = readCard(form, context.now())
  if (isDecline(card)) return card
  const customer = findCustomer(context, customerId)
  const { id } = saveCard(context, card, { customer, form })
  changeCustomer(context, customerId, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: id },
  })
  for (const subscription of getSubscriptions(context, customerId))
    if (subscription.status !== 'canceled' && subscription.default_payment_method !== null)
      changeSubscription(context, subscription, { default_payment_method: id })
  return null
}

/** Detaches a payment method, also as a default, so that nothing can be charged to it. */
export function detach(context: Context, id: string): void {
  const before = find(context, 'payment_method', id)
  const customerId = getId(before.customer)
  if (customerId === null) return
  const after = change(context, 'payment_method', before, { customer: null })
  context.emit('payment_method.detached', after, before)
  const customer = findCustomer(context, customerId)
  if (getId(customer.invoice_settings.default_payment_method) === id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null }
    changeCustomer(context, customerId, { invoice_settings })
  }
  for (const subscription of getSubscriptions(context, customerId)) {
    if (getId(subscription.default_payment_method) === id && subscription.status !== 'canceled')
      changeSubscription(context, subscription, { default_payment_method: null })
  }
}

/** Returns the payment method of the subscription, otherwise that of the customer. */
export function payingMethod(
  context: Context,
  subscription: Stripe.Subscription,
): Stripe.PaymentMethod | null {
  const customer = findCustomer(context, getId(subscription.customer)!)
  const own = getId(subscription.default_payment_method)
  if (own === null) return payingMethodOfCustomer(context, customer)
  return context.ledger.get('payment_method', own) ?? null
}

/** Returns the customer's default payment method. */
export function payingMethodOfCustomer(
  context: Context,
  customer: Stripe.Customer,
): Stripe.PaymentMethod | null {
  const id = getId(customer.invoice_settings.default_payment_method)
  return id === null ? null : (context.ledger.get('payment_method', id) ?? null)
}
