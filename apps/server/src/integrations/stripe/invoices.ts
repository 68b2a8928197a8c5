import type Stripe from 'stripe'
import { type ProviderInvoice, readInvoice } from './answers.ts'
import { isStripeFault, StripeError, translated } from './stripe-error.ts'

const MOST = 24

/** What became of a charge that was asked for now. */
export type PaymentOutcome = { kind: 'paid' } | { kind: 'declined'; message: string }

export function invoiceCalls(stripe: Stripe) {
  return {
    /** The newest first. */
    listInvoices: (customerId: string): Promise<ProviderInvoice[]> =>
      translated(async () => {
        const { data } = await stripe.invoices.list({
          customer: customerId,
          limit: MOST,
          expand: ['data.payments'],
        })
        return data.map(readInvoice)
      }),
    /** One that was paid meanwhile counts as paid. */
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
    /** Gives back what was paid; once, however often it is asked. */
    refund: async (paymentIntentId: string): Promise<void> => {
      try {
        await translated(() =>
          stripe.refunds.create(
            { payment_intent: paymentIntentId, reason: 'duplicate' },
            { idempotencyKey: `refund:${paymentIntentId}` },
          ),
        )
      } catch (error) {
        if (!isAlreadyRefunded(error)) throw error
      }
    },
  }
}

function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof StripeError && String(error.detail).includes('charge_already_refunded')
}
