import {
  isStripeFault,
  type ProviderCustomer,
  type ProviderInvoice,
  type ProviderSubscription,
  type StripeGateway,
} from '../../../integrations/stripe/index.ts'

/** All that the provider knows of a customer, fetched now. */
export interface ProviderState {
  customer: ProviderCustomer
  subscriptions: ProviderSubscription[]
  invoices: ProviderInvoice[]
}

const gone: ProviderCustomer = { isDeleted: true, paymentMethodId: null, card: null }

export async function fetchProviderState(stripe: StripeGateway, customerId: string): Promise<ProviderState> {
  const [customer, subscriptions, invoices] = await Promise.all([
    orWhenMissing(stripe.findCustomer(customerId), gone),
    orWhenMissing(stripe.listSubscriptions(customerId), []),
    orWhenMissing(stripe.listInvoices(customerId), []),
  ])
  return { customer, subscriptions, invoices }
}

async function orWhenMissing<T>(call: Promise<T>, instead: T): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isStripeFault(error, 'missing')) return instead
    throw error
  }
}
