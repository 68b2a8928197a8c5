import { z } from 'zod'
import { detach, saveCard } from '../billing/payment-methods.ts'
import { find, findCustomer } from '../billing/records.ts'
import { cardOfToken } from '../cards.ts'
import type { Context } from '../context.ts'
import { idOf } from '../objects/wire.ts'
import { invalid } from '../refusal.ts'
import { type Endpoint, endpoint } from './endpoint.ts'
import { expand, limits, text } from './fields.ts'
import { type PageWanted, pageOf } from './page-of.ts'

const type = z.literal('card').optional()
const EXPIRY = { expMonth: 12, expYear: 2034 }

export const paymentMethodEndpoints: readonly Endpoint[] = [
  endpoint('GET', '/payment_methods/:id', z.strictObject({ expand }), (context, _params, id) =>
    find(context, 'payment_method', id),
  ),
  endpoint(
    'GET',
    '/payment_methods',
    z.strictObject({ ...limits, customer: text.optional(), type }),
    (context, params) => cardsOf(context, params.customer ?? null, params, '/v1/payment_methods'),
  ),
  endpoint(
    'GET',
    '/customers/:id/payment_methods',
    z.strictObject({ ...limits, type }),
    (context, params, id) =>
      cardsOf(context, findCustomer(context, id).id, params, `/v1/customers/${id}/payment_methods`),
  ),
  endpoint('POST', '/payment_methods/:id/attach', z.strictObject({ customer: text, expand }), attach),
  endpoint('POST', '/payment_methods/:id/detach', z.strictObject({ expand }), (context, _params, id) => {
    if (find(context, 'payment_method', id).customer === null)
      throw invalid(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    return detach(context, id)
  }),
  endpoint(
    'GET',
    '/setup_intents/:id',
    z.strictObject({ client_secret: text.optional(), expand }),
    (context, _params, id) => find(context, 'setup_intent', id),
  ),
]

function cardsOf(context: Context, customer: string | null, params: PageWanted, url: string) {
  const found = context.ledger.all('payment_method').filter((each) => idOf(each.customer) === customer)
  return pageOf(customer === null ? [] : found.reverse(), params, url)
}

/** Names like pm_card_visa stand for cards, as with Stripe's test keys. */
function attach(context: Context, params: { customer: string }, id: string) {
  const customer = findCustomer(context, params.customer, 'customer')
  const card = cardOfToken(id)
  if (card) return saveCard(context, card, { customer, form: EXPIRY, name: null })
  const before = find(context, 'payment_method', id)
  if (before.customer === customer.id) return before
  throw invalid(
    'This PaymentMethod belongs to another customer, or was used before and detached. It may not be used again.',
    'payment_method',
  )
}
