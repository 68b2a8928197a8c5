import type Stripe from 'stripe'
import { type ProviderSubscription, readSubscription } from './answers.ts'
import { translated } from './stripe-error.ts'

/** More than one merchant ever has; the newest come first. */
const MAX = 100

export function subscriptionCalls(stripe: Stripe, findPrice: () => Promise<string>) {
  const change = (id: string, changes: Stripe.SubscriptionUpdateParams, key?: string): Promise<void> =>
    translated(async () => {
      await stripe.subscriptions.update(id, changes, key ? { idempotencyKey: key } : {})
    })
  return {
    /** Lists subscriptions, ended ones included. */
    listSubscriptions: (customerId: string): Promise<ProviderSubscription[]> =>
      translated(async () => {
        const { data } = await stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: MAX,
          expand: ['data.default_payment_method'],
        })
        return data.map(readSubscription)
      }),
    /**
     * Starts a trial. The provider charges the customer's default card at `trialEndsAt`; without a card the
     * subscription ends then.
     */
    startTrial: async (args: { customerId: string; merchantId: number; trialEndsAt: Date; key: string }) => {
      const price = await findPrice()
      await translated(() =>
        stripe.subscriptions.create(
          {
            customer: args.customerId,
            items: [{ price, quantity: 1 }],
            off_session: true,
            trial_end: seconds(args.trialEndsAt),
            trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
            metadata: { merchant_id: String(args.merchantId) },
          },
          { idempotencyKey: args.key },
        ),
      )
    },
    moveTrialEnd: (id: string, trialEndsAt: Date, key: string) =>
      change(id, { trial_end: seconds(trialEndsAt), proration_behavior: 'none' }, key),
    setPaymentMethod: (id: string, paymentMethodId: string) =>
      change(id, { default_payment_method: paymentMethodId }),
    cancelAtPeriodEnd: (id: string, comment: string) =>
      change(id, { cancel_at_period_end: true, ...getReason(comment) }),
    /** Revokes a cancellation that has not taken effect. Only the field that is set is cleared. */
    keepRunning: (subscription: Pick<ProviderSubscription, 'id' | 'cancelAtPeriodEnd'>) =>
      change(
        subscription.id,
        subscription.cancelAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' },
      ),
    cancelNow: (id: string, comment: string): Promise<void> =>
      translated(async () => {
        await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false, ...getReason(comment) })
      }),
  }
}

function getReason(comment: string) {
  return comment === '' ? {} : { cancellation_details: { comment } }
}

function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000)
}
