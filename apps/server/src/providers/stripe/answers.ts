import type Stripe from 'stripe'

/**
 * A subscription at the provider, with what the product reads of it. Instants are whole seconds there and
 * dates here.
 */
export interface ProviderSubscription {
  id: string
  /** The provider's own status; new ones may be added. */
  status: string
  createdAt: Date
  trialEndsAt: Date | null
  currentPeriodEnd: Date | null
  /** Whether it ends with its period. */
  cancelAtPeriodEnd: boolean
  /** When it ends, if that is set. */
  cancelAt: Date | null
  /** When it was cancelled, even if it still runs. */
  cancelledAt: Date | null
  endedAt: Date | null
  isEndedByRequest: boolean
  /** Null: the customer's default is charged. */
  paymentMethodId: string | null
  card: ProviderCard | null
}

export interface ProviderInvoice {
  id: string
  subscriptionId: string | null
  status: string | null
  isFirst: boolean
  amountPaidCents: number
  amountDueCents: number
  /** ISO 4217, upper case. */
  currency: string
  number: string | null
  paidAt: Date | null
  attempts: number
  nextAttemptAt: Date | null
  url: string | null
  /** The payment that a refund names. */
  paymentIntentId: string | null
}

export interface ProviderCard {
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export interface ProviderCustomer {
  isDeleted: boolean
  paymentMethodId: string | null
  card: ProviderCard | null
}

/** A checkout session at the provider. */
export interface ProviderSession {
  id: string
  mode: string
  status: string | null
  isPaid: boolean
  url: string | null
  customerId: string | null
  merchantId: string | null
  createdAt: Date
  paymentMethodId: string | null
  subscriptionId: string | null
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

export function readSubscription(from: Stripe.Subscription): ProviderSubscription {
  const ends = from.items.data.map((item) => item.current_period_end)
  return {
    id: from.id,
    status: from.status,
    createdAt: instant(from.created),
    trialEndsAt: instant(from.trial_end),
    currentPeriodEnd: ends.length === 0 ? null : instant(Math.max(...ends)),
    cancelAtPeriodEnd: from.cancel_at_period_end,
    cancelAt: instant(from.cancel_at),
    cancelledAt: instant(from.canceled_at),
    endedAt: instant(from.ended_at),
    isEndedByRequest: from.cancellation_details?.reason === 'cancellation_requested',
    paymentMethodId: getId(from.default_payment_method),
    card: readCard(from.default_payment_method),
  }
}

export function readInvoice(from: Stripe.Invoice): ProviderInvoice {
  return {
    id: from.id,
    subscriptionId: getId(from.parent?.subscription_details?.subscription),
    status: from.status,
    isFirst: from.billing_reason === 'subscription_create',
    amountPaidCents: from.amount_paid,
    amountDueCents: from.amount_remaining,
    currency: from.currency.toUpperCase(),
    number: from.number,
    paidAt: instant(from.status_transitions.paid_at),
    attempts: from.attempt_count,
    nextAttemptAt: instant(from.next_payment_attempt),
    url: from.hosted_invoice_url ?? null,
    paymentIntentId: getPaymentIntent(from),
  }
}

function getPaymentIntent(from: Stripe.Invoice): string | null {
  const paid = from.payments?.data.find((payment) => payment.status === 'paid')
  return getId(paid?.payment.payment_intent)
}

export function readCustomer(from: Stripe.Customer | Stripe.DeletedCustomer): ProviderCustomer {
  if (from.deleted) return { isDeleted: true, paymentMethodId: null, card: null }
  const method = from.invoice_settings.default_payment_method
  return {
    isDeleted: false,
    paymentMethodId: getId(method),
    card: readCard(method),
  }
}

function readCard(method: string | Stripe.PaymentMethod | null): ProviderCard | null {
  if (method === null || typeof method === 'string' || !method.card) return null
  const { card } = method
  return { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
}

export function readSession(from: Stripe.Checkout.Session): ProviderSession {
  const setup = from.setup_intent
  return {
    id: from.id,
    mode: from.mode,
    status: from.status,
    isPaid: from.payment_status === 'paid',
    url: from.url,
    customerId: getId(from.customer),
    merchantId: from.metadata?.merchant_id ?? null,
    createdAt: instant(from.created),
    paymentMethodId: setup && typeof setup !== 'string' ? getId(setup.payment_method) : null,
    subscriptionId: getId(from.subscription),
  }
}
