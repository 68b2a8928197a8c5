import type Stripe from 'stripe'

export interface ProviderCard {
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

type Expandable = string | { id: string } | null | undefined

export function getId(value: Expandable): string | null {
  if (!value) return null
  return typeof value === 'string' ? value : value.id
}

function instant(seconds: number): Date
function instant(seconds: number | null | undefined): Date | null
function instant(seconds: number | null | undefined): Date | null {
  return seconds == null ? null : new Date(seconds * 1000)
}

/** A subscription at the provider, with what the product reads of it. Instants are whole seconds there and dates here. */
export type ProviderSubscription = ReturnType<typeof readSubscription>
export function readSubscription(from: Stripe.Subscription) {
  const ends = from.items.data.map((item) => item.current_period_end)
  return {
    id: from.id,
    /** The provider's own status; new ones may be added. */
    status: from.status as string,
    createdAt: instant(from.created),
    trialEndsAt: instant(from.trial_end),
    currentPeriodEnd: ends.length === 0 ? null : instant(Math.max(...ends)),
    /** Whether it ends with its period. */
    cancelAtPeriodEnd: from.cancel_at_period_end,
    cancelAt: instant(from.cancel_at),
    /** When it was cancelled, even if it still runs. */
    cancelledAt: instant(from.canceled_at),
    endedAt: instant(from.ended_at),
    isEndedByRequest: from.cancellation_details?.reason === 'cancellation_requested',
    /** Null: the customer's default is charged. */
    paymentMethodId: getId(from.default_payment_method),
    card: readCard(from.default_payment_method),
  }
}

export type ProviderInvoice = ReturnType<typeof readInvoice>
export function readInvoice(from: Stripe.Invoice) {
  return {
    id: from.id,
    subscriptionId: getId(from.parent?.subscription_details?.subscription),
    status: from.status as string | null,
    isFirst: from.billing_reason === 'subscription_create',
    amountPaidCents: from.amount_paid,
    amountDueCents: from.amount_remaining,
    /** ISO 4217, upper case. */
    currency: from.currency.toUpperCase(),
    number: from.number,
    paidAt: instant(from.status_transitions.paid_at),
    attempts: from.attempt_count,
    nextAttemptAt: instant(from.next_payment_attempt),
    url: from.hosted_invoice_url ?? null,
    /** The payment that a refund names. */
    paymentIntentId: getPaymentIntent(from),
  }
}

function getPaymentIntent(from: Stripe.Invoice): string | null {
  const paid = from.payments?.data.find((payment) => payment.status === 'paid')
  return getId(paid?.payment.payment_intent)
}

export type ProviderCustomer = ReturnType<typeof readCustomer>
export function readCustomer(from: Stripe.Customer | Stripe.DeletedCustomer) {
  const method = from.deleted ? null : from.invoice_settings.default_payment_method
  return { isDeleted: from.deleted === true, paymentMethodId: getId(method), card: readCard(method) }
}

function readCard(method: string | Stripe.PaymentMethod | null): ProviderCard | null {
  if (method === null || typeof method === 'string' || !method.card) return null
  const { card } = method
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
}

export type ProviderSession = ReturnType<typeof readSession>
export function readSession(from: Stripe.Checkout.Session) {
  const setup = from.setup_intent
  return {
    id: from.id,
    mode: from.mode as string,
    status: from.status as string | null,
    isPaid: from.payment_status === 'paid',
    url: from.url,
    customerId: getId(from.customer),
    merchantId: from.metadata?.merchant_id ?? null,
    createdAt: instant(from.created),
    paymentMethodId: setup && typeof setup !== 'string' ? getId(setup.payment_method) : null,
    subscriptionId: getId(from.subscription),
  }
}
