import type Stripe from 'stripe'
import { payingMethodOfCustomer } from './billing/payment-methods.ts'
import { subscriptionsOf } from './billing/records.ts'
import type { Context } from './context.ts'
import type { ChargeSwitch } from './ledger.ts'
import { itemIn } from './objects/subscription.ts'
import { idOf } from './objects/wire.ts'

export interface CardView {
  paymentMethod: string
  brand: string
  last4: string
  isDefault: boolean
}

export interface CustomerView {
  id: string
  email: string | null
  name: string | null
  metadata: Stripe.Metadata
  declines: ChargeSwitch | 'none'
  cards: CardView[]
  /** Newest first. */
  subscriptions: {
    id: string
    status: string
    /** ISO 8601. */
    trialEnd: string | null
    currentPeriodEnd: string
    cancelAt: string | null
  }[]
  /** Newest first. */
  invoices: { id: string; number: string | null; status: string; amountDueCents: number; createdAt: string }[]
}

/** What the account's dashboard shows of a customer; cards by brand and last digits alone. */
export function customerView(context: Context, customer: Stripe.Customer): CustomerView {
  const { id, email, name, metadata } = customer
  const isOf = (each: { customer: Stripe.Invoice['customer'] }) => idOf(each.customer) === id
  return {
    id,
    email,
    name: name ?? null,
    metadata,
    declines: context.ledger.get('charge_switch', id) ?? 'none',
    cards: cardsOf(context, customer),
    subscriptions: subscriptionsOf(context, id).reverse().map(subscriptionView),
    invoices: context.ledger.all('invoice').filter(isOf).reverse().map(invoiceView),
  }
}

function cardsOf(context: Context, customer: Stripe.Customer): CardView[] {
  const usual = payingMethodOfCustomer(context, customer)?.id
  const attached = context.ledger.all('payment_method').filter((each) => idOf(each.customer) === customer.id)
  return attached.reverse().map(({ id, card }) => ({
    paymentMethod: id,
    brand: card!.brand,
    last4: card!.last4,
    isDefault: id === usual,
  }))
}

function subscriptionView(subscription: Stripe.Subscription): CustomerView['subscriptions'][number] {
  const { id, status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  const currentPeriodEnd = isoOf(itemIn(subscription).current_period_end)
  return {
    id,
    status,
    trialEnd: trialEnd === null ? null : isoOf(trialEnd),
    currentPeriodEnd,
    cancelAt: cancelAt === null ? null : isoOf(cancelAt),
  }
}

function invoiceView({ id, number, status, amount_due: amountDueCents, created }: Stripe.Invoice) {
  return { id, number, status: status!, amountDueCents, createdAt: isoOf(created) }
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
