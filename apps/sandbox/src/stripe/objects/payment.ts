import type Stripe from 'stripe'
import type { Decline } from '../cards.ts'
import { getId } from './wire.ts'

interface Wanted {
  id: string
  created: number
}

/** Creates the payment of a finalized invoice. */
export function newPaymentIntent({ id, created }: Wanted, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret`,
    confirmation_method: 'automatic',
    created,
    currency: invoice.currency,
    customer: getId(invoice.customer),
    customer_account: null,
    description: 'Subscription',
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

export function newInvoicePayment(
  { id, created }: Wanted,
  invoice: Stripe.Invoice,
  paymentIntent: string,
): Stripe.InvoicePayment {
  return {
    id,
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
}

export function newCharge(
  { id, created }: Wanted,
  intent: Stripe.PaymentIntent,
  paymentMethod: Stripe.PaymentMethod,
): Stripe.Charge {
  return {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: 'STOCKCAST',
    captured: true,
    created,
    currency: intent.currency,
    customer: getId(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

export function newRefund(
  { id, created }: Wanted,
  charge: Stripe.Charge,
  reason: Stripe.Refund.Reason | null,
): Stripe.Refund {
  return {
    id,
    object: 'refund',
    amount: charge.amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: getId(charge.customer),
    customer_account: null,
    metadata: {},
    payment_intent: getId(charge.payment_intent),
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

/** Returns why a card was refused, as the errors of intents and of the API report it. */
export function declineError({ code, declineCode, message }: Decline) {
  return {
    type: 'card_error' as const,
    code: code as Stripe.PaymentIntent.LastPaymentError['code'] & string,
    ...(declineCode !== null && { decline_code: declineCode }),
    doc_url: `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`,
    message,
  }
}
