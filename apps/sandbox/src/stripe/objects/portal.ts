import type Stripe from 'stripe'

export function newPortalSession(args: {
  id: string
  created: number
  customer: string
  /** Where the pages are. */
  address: string
  returnUrl: string
}): Stripe.BillingPortal.Session {
  const { id, created, customer, address, returnUrl } = args
  return {
    id,
    object: 'billing_portal.session',
    configuration: 'bpc_default',
    created,
    customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${address}/stripe/portal/${id}`,
  }
}
