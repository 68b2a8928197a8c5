import type Stripe from 'stripe'
import { type ProviderSession, readSession } from './answers.ts'
import { isStripeFault, translated } from './stripe-error.ts'

interface SessionInput {
  customerId: string
  merchantId: number
  successUrl: string
  cancelUrl: string
}

export function sessionCalls(stripe: Stripe, findPrice: () => Promise<string>) {
  return {
    createSetupSession: (args: SessionInput & { purpose: string }): Promise<ProviderSession> =>
      translated(async () =>
        readSession(
          await stripe.checkout.sessions.create({
            ...commonOf(args, args.purpose),
            mode: 'setup',
            currency: 'usd',
          }),
        ),
      ),
    createSubscriptionSession: async (args: SessionInput & { key: string }): Promise<ProviderSession> => {
      const price = await findPrice()
      return translated(async () =>
        readSession(
          await stripe.checkout.sessions.create(
            {
              ...commonOf(args, 'subscription'),
              mode: 'subscription',
              line_items: [{ price, quantity: 1 }],
              payment_method_collection: 'always',
              subscription_data: { metadata: { merchant_id: String(args.merchantId) } },
            },
            { idempotencyKey: args.key },
          ),
        ),
      )
    },
    /** Returns null when there is no session with this id. */
    findSession: async (sessionId: string): Promise<ProviderSession | null> => {
      try {
        return await translated(async () =>
          readSession(await stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent'] })),
        )
      } catch (error) {
        if (isStripeFault(error, 'missing', 'refused')) return null
        throw error
      }
    },
  }
}

function commonOf(args: SessionInput, purpose: string) {
  const merchantId = String(args.merchantId)
  return {
    ui_mode: 'hosted_page' as const,
    customer: args.customerId,
    allowed_payment_method_types: ['card' as const],
    client_reference_id: merchantId,
    metadata: { merchant_id: merchantId, purpose },
    success_url: args.successUrl,
    cancel_url: args.cancelUrl,
  }
}
