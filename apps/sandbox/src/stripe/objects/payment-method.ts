import type Stripe from 'stripe'
import type { CardForm, TestCard } from '../cards.ts'

export function newPaymentMethod(args: {
  id: string
  created: number
  card: TestCard
  customer: Stripe.Customer
  form: Pick<CardForm, 'expMonth' | 'expYear'>
}): Stripe.PaymentMethod {
  const { id, created, card, customer } = args
  const { expMonth, expYear } = args.form
  return {
    id,
    object: 'payment_method',
    allow_redisplay: 'always',
    billing_details: { address: null, email: customer.email, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: expMonth,
      exp_year: expYear < 100 ? 2000 + expYear : expYear,
      fingerprint: `fp${card.brand}${card.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}
