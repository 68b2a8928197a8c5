import type Stripe from 'stripe'
import { type ProviderCustomer, readCustomer } from './answers.ts'
import { isStripeFault, translated } from './stripe-error.ts'

/** Returns the calls about customers. Each throws a `StripeError`. */
export function customerCalls(stripe: Stripe) {
  return {
    createCustomer: (args: { email: string; merchantId: number; key: string }): Promise<string> =>
      translated(async () => {
        const { email, merchantId, key } = args
        const metadata = { merchant_id: String(merchantId) }
        const customer = await stripe.customers.create({ email, metadata }, { idempotencyKey: key })
        return customer.id
      }),
    findCustomer: (customerId: string): Promise<ProviderCustomer> => findWithCard(stripe, customerId),
    setDefaultPaymentMethod: (customerId: string, paymentMethodId: string): Promise<void> =>
      translated(async () => {
        const settings = { default_payment_method: paymentMethodId }
        await stripe.customers.update(customerId, { invoice_settings: settings })
      }),
    setEmail: (customerId: string, email: string): Promise<void> =>
      translated(async () => {
        await stripe.customers.update(customerId, { email })
      }),
    /** Deletes the customer, which ends its subscriptions at once and removes its cards. */
    deleteCustomer: (customerId: string): Promise<void> =>
      translated(async () => {
        await stripe.customers.del(customerId)
      }),
    createPortal: (customerId: string, returnUrl: string): Promise<string> =>
      translated(async () => {
        const portal = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
        })
        return portal.url
      }),
  }
}

async function findWithCard(stripe: Stripe, customerId: string): Promise<ProviderCustomer> {
  const expand = ['invoice_settings.default_payment_method']
  try {
    return readCustomer(await translated(() => stripe.customers.retrieve(customerId, { expand })))
  } catch (error) {
    if (!isStripeFault(error, 'refused')) throw error
    // A deleted customer has nothing to expand.
    return readCustomer(await translated(() => stripe.customers.retrieve(customerId)))
  }
}
