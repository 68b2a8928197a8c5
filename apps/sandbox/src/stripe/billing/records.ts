import { isDeepStrictEqual } from 'node:util'
import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import type { Kept } from '../ledger.ts'
import { getId } from '../objects/wire.ts'
import { noSuch } from '../refusal.ts'

/** What Stripe calls them in its refusals. */
const NAMES = {
  payment_method: 'PaymentMethod',
  setup_intent: 'setupintent',
  session: 'checkout.session',
  subscription: 'subscription',
  invoice: 'invoice',
  payment_intent: 'payment_intent',
  charge: 'charge',
  portal_session: 'billing_portal.session',
} as const

type ById = Pick<Kept, keyof typeof NAMES>

/** Throws the refusal that Stripe answers with when there is none. */
export function find<Kind extends keyof ById>(
  context: Context,
  kind: Kind,
  id: string,
  param = 'id',
): ById[Kind] {
  const found = context.ledger.get(kind, id) as ById[Kind] | undefined
  if (!found) throw noSuch(NAMES[kind], id, param)
  return found
}

/** Throws the refusal also for a deleted one. */
export function findCustomer(context: Context, id: string, param = 'id'): Stripe.Customer {
  const found = context.ledger.get('customer', id)
  if (!found || found.deleted) throw noSuch('customer', id, param)
  return found as Stripe.Customer
}

/** Stores the changed object, without an event. */
export function change<Kind extends keyof ById>(
  context: Context,
  kind: Kind,
  before: ById[Kind],
  by: Partial<ById[Kind]>,
): ById[Kind] {
  const after = { ...before, ...by }
  context.ledger.put(kind, before.id, after as never)
  return after
}

/** Stores a customer and sends an event, if anything has changed. */
export function changeCustomer(context: Context, id: string, by: Partial<Stripe.Customer>): Stripe.Customer {
  const before = findCustomer(context, id)
  const after = { ...before, ...by }
  if (isDeepStrictEqual(before, after)) return before
  context.ledger.put('customer', id, after)
  context.emit('customer.updated', after, before)
  return after
}

/** Stores a subscription and sends an event, if anything has changed. */
export function changeSubscription(
  context: Context,
  before: Stripe.Subscription,
  by: Partial<Stripe.Subscription>,
): Stripe.Subscription {
  const after = { ...before, ...by }
  if (isDeepStrictEqual(before, after)) return before
  context.ledger.put('subscription', after.id, after)
  context.emit('customer.subscription.updated', after, before)
  return after
}

/** Returns the invoices of a subscription, newest first. */
export function getInvoices(context: Context, subscription: string): Stripe.Invoice[] {
  const ofSubscription = (invoice: Stripe.Invoice) =>
    invoice.parent?.subscription_details?.subscription === subscription
  return context.ledger.all('invoice').filter(ofSubscription).reverse()
}

export function getSubscriptions(context: Context, customer: string): Stripe.Subscription[] {
  return context.ledger.all('subscription').filter((each) => getId(each.customer) === customer)
}
