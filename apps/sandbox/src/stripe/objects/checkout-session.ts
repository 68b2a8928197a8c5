import type Stripe from 'stripe'
import { CURRENCY, PRICE_CENTS } from './price.ts'

type SessionWanted = Pick<
  Stripe.Checkout.Session,
  'id' | 'created' | 'url' | 'expires_at' | 'success_url' | 'cancel_url' | 'metadata' | 'client_reference_id'
> & { mode: 'setup' | 'subscription'; customer: string; setup_intent: string | null }

/** Returns an open session. */
export function newSession(wanted: SessionWanted): Stripe.Checkout.Session {
  const isSale = wanted.mode === 'subscription'
  const amount = isSale ? PRICE_CENTS : null
  return {
    ...wanted,
    ...unused,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    currency: CURRENCY,
    livemode: false,
    payment_method_collection: isSale ? 'always' : null,
    payment_status: isSale ? 'unpaid' : 'no_payment_required',
    status: 'open',
    total_details: isSale ? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 } : null,
  }
}

const unused = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: ['card'] as string[],
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [] as Stripe.Checkout.Session.CustomField[],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'] as string[],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [] as Stripe.Checkout.Session.ShippingOption[],
  submit_type: null,
  subscription: null,
  ui_mode: 'hosted_page' as const,
  wallet_options: null,
}
