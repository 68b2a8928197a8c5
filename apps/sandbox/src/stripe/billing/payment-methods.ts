import type Stripe from 'stripe'
import type { CardForm, TestCard } from '../cards.ts'
import { newId } from '../new-id.ts'
import { newPaymentMethod } from '../objects/payment-method.ts'
import { idOf } from '../objects/wire.ts'
import type { World } from '../world.ts'
import { change, changeCustomer, changeSubscription, find, findCustomer, subscriptionsOf } from './records.ts'

/** Creates a payment method for the card, attached to the customer if there is one. */
export function saveCard(
  world: World,
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
  const made = newPaymentMethod({ id, created: world.now(), card, expMonth, expYear, email, name })
  world.ledger.put('card', id, card)
  const saved = world.ledger.put('payment_method', id, { ...made, customer: customer?.id ?? null })
  if (customer) world.emit('payment_method.attached', saved)
  return saved
}

/** Detaches a payment method, also as a default, so that nothing can be charged to it. */
export function detach(world: World, id: string): Stripe.PaymentMethod {
  const before = find(world, 'payment_method', id)
  const customerId = idOf(before.customer)
  if (customerId === null) return before
  const after = change(world, 'payment_method', before, { customer: null })
  world.emit('payment_method.detached', after, before)
  const customer = findCustomer(world, customerId)
  if (idOf(customer.invoice_settings.default_payment_method) === id) {
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: null }
    changeCustomer(world, customerId, { invoice_settings })
  }
  for (const subscription of subscriptionsOf(world, customerId)) {
    if (idOf(subscription.default_payment_method) === id && subscription.status !== 'canceled')
      changeSubscription(world, subscription, { default_payment_method: null })
  }
  return after
}

/** Returns the payment method of the subscription, otherwise that of the customer. */
export function payingMethod(world: World, subscription: Stripe.Subscription): Stripe.PaymentMethod | null {
  const customer = findCustomer(world, idOf(subscription.customer)!)
  const own = idOf(subscription.default_payment_method)
  if (own === null) return payingMethodOfCustomer(world, customer)
  return world.ledger.get('payment_method', own) ?? null
}

/** The customer's default. */
export function payingMethodOfCustomer(world: World, customer: Stripe.Customer): Stripe.PaymentMethod | null {
  const id = idOf(customer.invoice_settings.default_payment_method)
  return id === null ? null : (world.ledger.get('payment_method', id) ?? null)
}
