import type Stripe from 'stripe'
import { newId } from '../new-id.ts'
import { CURRENCY, plan, price } from './price.ts'
import { listOf } from './wire.ts'

export interface SubscriptionWanted {
  id: string
  created: number
  customer: string
  periodEnd: number
  trialEnd: number | null
  defaultPaymentMethod: string | null
  metadata: Stripe.Metadata
}

export function newSubscription(wanted: SubscriptionWanted): Stripe.Subscription {
  const { id, created, customer, trialEnd, periodEnd, metadata } = wanted
  return {
    ...unused,
    id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? created,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created,
    currency: CURRENCY,
    customer,
    default_payment_method: wanted.defaultPaymentMethod,
    ended_at: null,
    items: listOf([getItem(wanted, periodEnd)], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    metadata,
    start_date: created,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : created,
  }
}

function getItem({ id, created }: SubscriptionWanted, periodEnd: number): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: periodEnd,
    current_period_start: created,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan,
    price,
    quantity: 1,
    subscription: id,
    tax_rates: [],
  }
}

export function itemIn(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  return subscription.items.data[0]!
}

export function withPeriod(
  subscription: Stripe.Subscription,
  start: number,
  end: number,
): Stripe.Subscription {
  const item = { ...itemIn(subscription), current_period_start: start, current_period_end: end }
  return { ...subscription, items: { ...subscription.items, data: [item] } }
}

const unused = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
  billing_schedules: [] as Stripe.Subscription.BillingSchedule[],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [] as Stripe.TaxRate[],
  description: null,
  discounts: [] as string[],
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: ['card'] as 'card'[],
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_settings: {
    end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'cancel' },
  },
} as const satisfies Partial<Stripe.Subscription>
