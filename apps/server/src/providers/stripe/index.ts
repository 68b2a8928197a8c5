import type { Config } from '../../kernel/config/config.ts'
import { refuseInTransaction } from '../../kernel/database/open-transaction.ts'
import { createClient } from './client.ts'
import { customerCalls } from './customers.ts'
import { invoiceCalls } from './invoices.ts'
import { priceFinder } from './price.ts'
import { sessionCalls } from './sessions.ts'
import { subscriptionCalls } from './subscriptions.ts'

export type {
  ProviderCard,
  ProviderCustomer,
  ProviderInvoice,
  ProviderSession,
  ProviderSubscription,
} from './answers.ts'
export { type ProviderEvent, readEvent } from './events.ts'
export type { PaymentOutcome } from './invoices.ts'
export { isStripeFault } from './stripe-error.ts'

export type StripeGateway = ReturnType<typeof createStripe>

/** Creates all calls to Stripe, or to the sandbox if so configured. */
export function createStripe(config: Config['stripe'], request?: typeof fetch) {
  const client = createClient(config, request)
  const findPrice = priceFinder(client, config.priceId)
  return outsideTransactions({
    ...customerCalls(client),
    ...sessionCalls(client, findPrice),
    ...subscriptionCalls(client, findPrice),
    ...invoiceCalls(client),
  })
}

/** Returns the same calls, which are refused while a transaction is open. */
function outsideTransactions<Calls extends object>(calls: Calls): Calls {
  return new Proxy(calls, {
    get: (target, name, receiver) => {
      refuseInTransaction('Stripe')
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}
