import type Stripe from 'stripe'
import { type ProviderInvoice, readInvoice } from './answers.ts'
import { isStripeFault, StripeError, translated } from './stripe-error.ts'

const MAX = 24

/** The outcome of a charge that was requested now. */
export type PaymentOutcome = { kind: 'paid' } | { kind: 'declined'; message: string }

/** The outcome of a refund. `detail` is for the log. */
type RefundOutcome = { kind: 'refunded' } | { kind: 'refused'; detail: unknown }

export function invoiceCalls(stripe: Stripe) {
  return {
    /** Lists invoices, the newest first. */
    listInvoices: (customerId: string): Promise<ProviderInvoice[]> =>
      translated(async () => {
        const { data } = await stripe.invoices.list({
          customer: customerId,
          limit: MAX,
          expand: ['data.payments'],
        })
        return data.map(readInvoice)
      }),
    /** Pays an invoice. One that was paid meanwhile counts as paid. */
    payInvoice: async (args: {
      invoiceId: string
      paymentMethodId: string
      key: string
    }): Promise<PaymentOutcome> => {
      const { invoiceId, paymentMethodId: payment_method, key } = args
      try {
        await translated(() => stripe.invoices.pay(invoiceId, { payment_method }, { idempotencyKey: key }))
        return { kind: 'paid' }
      } catch (error) {
        if (isStripeFault(error, 'declined')) return { kind: 'declined', message: error.message }
        if (!isStripeFault(error, 'refused')) throw error
        const { status } = await translated(() => stripe.invoices.retrieve(invoiceId))
        if (status === 'paid') return { kind: 'paid' }
        throw error
      }
    },
    /** Refunds a payment, once, however often it is called. */
    refund: async (paymentIntentId: string): Promise<RefundOutcome> => {
      try {
        await translated(() =>
          stripe.refunds.create(
            { payment_intent: paymentIntentId, reason: 'duplicate' },
            { idempotencyKey: `refund:${paymentIntentId}` },
          ),
        )
      } catch (error) {
        if (error instanceof StripeError && error.providerCode === 'charge_already_refunded')
          return { kind: 'refunded' }
        if (!isStripeFault(error, 'refused', 'missing') || error.isBeingAsked) throw error
        return { kind: 'refused', detail: error.detail }
      }
      return { kind: 'refunded' }
    },
    /** Returns whether a payment was refunded, or a refund is on its way. */
    isRefunded: (paymentIntentId: string): Promise<boolean> =>
      translated(async () => {
        const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId, limit: MAX })
        return data.some(({ status }) => status !== 'failed' && status !== 'canceled')
      }),
  }
}
