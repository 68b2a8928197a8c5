import type Stripe from 'stripe'
import { wireDecimal } from './wire.ts'

const CREATED = Date.UTC(2026, 0, 1) / 1000
const CENTS = 1000

/** What the account sells: one plan, made when the account was. */
export const product: Stripe.Product = {
  id: 'prod_pro',
  object: 'product',
  active: true,
  created: CREATED,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: 'Pro Plan',
  package_dimensions: null,
  shippable: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  updated: CREATED,
  url: null,
}

export const price: Stripe.Price = {
  id: 'price_pro',
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: CREATED,
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: 'pro_monthly',
  metadata: {},
  nickname: null,
  product: product.id,
  recurring: {
    interval: 'month',
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: 'licensed',
  },
  tax_behavior: 'exclusive',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: CENTS,
  unit_amount_decimal: wireDecimal(String(CENTS)),
}

/** The older form of the price, still carried by subscription items. */
export const plan: Stripe.Plan = {
  id: price.id,
  object: 'plan',
  active: true,
  amount: CENTS,
  amount_decimal: wireDecimal(String(CENTS)),
  billing_scheme: 'per_unit',
  created: CREATED,
  currency: price.currency,
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: product.id,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
}

export const PRICE_CENTS = CENTS
export const CURRENCY = price.currency
