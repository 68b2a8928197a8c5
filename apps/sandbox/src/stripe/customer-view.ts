import type Stripe from 'stripe'
import { payingMethodOfCustomer } from './billing/payment-methods.ts'
import { getSubscriptions } from './billing/records.ts'
import type { Context } from './context.ts'
import { itemIn } from './objects/subscription.ts'
import { getId } from './objects/wire.ts'

export type CustomerView = ReturnType<typeof customerView>

/** Returns what the pages show of a customer, the newest first, with instants in ISO 8601. */
export function customerView(context: Context, customer: Stripe.Customer) {
  const { id, email } = customer
  const card = payingMethodOfCustomer(context, customer)?.card
  return {
    id,
    email,
    /** Brand and last digits of the card that pays by default. */
    card: card ? `${card.brand} ending in ${card.last4}` : null,
    subscriptions: getSubscriptions(context, id).reverse().map(subscriptionView),
    invoices: context.ledger
      .all('invoice')
      .filter((each) => getId(each.customer) === id)
      .reverse()
      .map(invoiceView),
  }
}

function subscriptionView(subscription: Stripe.Subscription) {
  const { id, status, trial_end: trialEnd, cancel_at: cancelAt } = subscription
  return {
    id,
    status,
    trialEnd: trialEnd === null ? null : toIso(trialEnd),
    currentPeriodEnd: toIso(itemIn(subscription).current_period_end),
    cancelAt: cancelAt === null ? null : toIso(cancelAt),
  }
}

function invoiceView({ id, number, status, amount_due: amountDueCents, created }: Stripe.Invoice) {
  return { id, number, status: status!, amountDueCents, createdAt: toIso(created) }
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
