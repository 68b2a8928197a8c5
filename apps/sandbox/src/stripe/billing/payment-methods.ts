import type Stripe from 'stripe'
import type { CardForm, TestCard } from '../cards.ts'
import type { Context } from '../context.ts'
import { newId } from '../new-id.ts'
import { newPaymentMethod } from '../objects/payment-method.ts'
import { idOf } from '../objects/wire.ts'
import { change, changeCustomer, changeSubscription, find, findCustomer, subscriptionsOf } from './records.ts'

/** Creates a payment method for the card, attached to the customer if there is one. */
export function saveCard(
  context: Context,
  card: TestCard,
  args: {
    customer: Stripe.Customer | null
    form: Pick<CardForm, 'expMonth' | 'expYear'>
    name: string | null
  },
): Stripe.PaymentMethod {
  const { customer, form, name } = args
  const { expMonth, expYear } = form
  const id = newId('pm')
  const email = customer?.email ?? null
  const made = newPaymentMethod({ id, created: context.now(), card, expMonth, expYear, email, name })
  context.ledger.put('card', id, card)
  const saved = context.ledger.put('payment_method', id, { ...made, customer: customer?.id ?? null })
  if (customer) context.emit('payment_method.attached', saved)
  return saved
}

/** Detaches a payment method, also as a default, so that nothing can be charged to it. */
export function detach(context: Context, id: string): Stripe.PaymentMethod {
  const before = find(context, 'payment_method', id)
  const customerId = idOf(before.customer)
  if (customerId === null) return before
  const after = change(context, 'payment_method', before, { customer: null })
  context.emit('payment_method.detached', after, before)
  const customer = findCustomer(context, customerId)
  if (idOf(customer.invoice_settings.default_payment_method) === id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null }
    changeCustomer(context, customerId, { invoice_settings })
  }
  for (const subscription of subscriptionsOf(context, customerId)) {
    if (idOf(subscription.default_payment_method) === id && subscription.status !== 'canceled')
      changeSubscription(context, subscription, { default_payment_method: null })
  }
  return after
}

/** Returns the payment method of the subscription, otherwise that of the customer. */
export function payingMethod(
  context: Context,
  subscription: Stripe.Subscription,
): Stripe.PaymentMethod | null {
  const customer = findCustomer(context, idOf(subscription.customer)!)
  const own = idOf(subscription.default_payment_method)
  if (own === null) return payingMethodOfCustomer(context, customer)
  return context.ledger.get('payment_method', own) ?? null
}

/** The customer's default. */
export function payingMethodOfCustomer(
  context: Context,
  customer: Stripe.Customer,
): Stripe.PaymentMethod | null {
  const id = idOf(customer.invoice_settings.default_payment_method)
  return id === null ? null : (context.ledger.get('payment_method', id) ?? null)
}
