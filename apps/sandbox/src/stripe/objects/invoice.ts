import type Stripe from 'stripe'
import { newId } from '../new-id.ts'
import { CURRENCY, PRICE_CENTS, price, product } from './price.ts'
import { itemIn } from './subscription.ts'
import { listOf, wireDecimal } from './wire.ts'

export interface InvoiceWanted {
  id: string
  created: number
  subscription: Stripe.Subscription
  customer: Stripe.Customer
  reason: 'subscription_create' | 'subscription_cycle'
  /** Nothing is owed for a trial. */
  isTrial: boolean
  number: string
  /** When a draft is made final; null: when its creator finalizes it. */
  finalizesAt: number | null
}

export function newInvoice(wanted: InvoiceWanted): Stripe.Invoice {
  const { id, created, subscription, customer, isTrial } = wanted
  const amount = isTrial ? 0 : PRICE_CENTS
  return {
    ...unused,
    id,
    object: 'invoice',
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: wanted.finalizesAt,
    billing_reason: wanted.reason,
    created,
    currency: CURRENCY,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    lines: listOf([getLine(wanted, amount)], `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: wanted.finalizesAt,
    number: wanted.number,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_end: created,
    period_start: created,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_excluding_tax: amount,
  }
}

function getLine({ id, subscription, isTrial }: InvoiceWanted, amount: number): Stripe.InvoiceLineItem {
  const item = itemIn(subscription)
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: CURRENCY,
    description: isTrial ? `Trial period for ${product.name}` : `1 × ${product.name} (at $10.00 / month)`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: product.id },
      unit_amount_decimal: wireDecimal(String(isTrial ? 0 : PRICE_CENTS)),
    },
    quantity: 1,
    quantity_decimal: wireDecimal('1'),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

export function getSubscription(invoice: Stripe.Invoice): string {
  return invoice.parent!.subscription_details!.subscription as string
}

const unused = {
  account_country: 'US',
  account_name: 'Stockcast',
  account_tax_ids: null,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [] as Stripe.Invoice.CustomerTaxId[],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [] as Stripe.TaxRate[],
  description: null,
  discounts: [] as string[],
  due_date: null,
  footer: null,
  from_invoice: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  on_behalf_of: null,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: ['card'] as Stripe.Invoice.PaymentSettings.PaymentMethodType[],
  },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [] as Stripe.Invoice.TotalDiscountAmount[],
  total_pretax_credit_amounts: [] as Stripe.Invoice.TotalPretaxCreditAmount[],
  total_taxes: [] as Stripe.Invoice.TotalTax[],
  webhooks_delivered_at: null,
} satisfies Partial<Stripe.Invoice>
