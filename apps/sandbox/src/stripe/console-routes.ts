import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { jsonBody } from '../console/json-body.ts'
import { deliverySettings } from '../webhooks/delivery-settings.ts'
import type { CardForm } from './cards.ts'
import type { StripeControl } from './control.ts'
import { Refusal } from './refusal.ts'
import type { StripeWebhooks } from './stripe-webhooks.ts'

const FUTURE = { expMonth: 12, expYear: 2034, cvc: '123' }

const nothing = z.strictObject({})
/** What the buyer says if the card's bank asks. */
const confirmation = z.enum(['confirmed', 'denied']).nullable().default('confirmed')
/** A number of the list of test cards, or 'saved'. */
const card = z
  .string()
  .transform((number): CardForm | null => (number === 'saved' ? null : { ...FUTURE, number }))
const checkout = z.strictObject({
  card: card.prefault('4242424242424242'),
  email: z.email().nullable().default(null),
  name: z.string().nullable().default('Test Buyer'),
  confirmation,
})
const payment = z.strictObject({ card: card.prefault('saved'), confirmation })
const newCard = z.strictObject({ card: z.string(), confirmation })
const charges = z.strictObject({ decline: z.enum(['none', 'decline_next', 'decline_all']) })

/** The hosted pages without a browser, and the account's dashboard as JSON. */
export function stripeConsoleRoutes(control: StripeControl, webhooks: StripeWebhooks): Hono {
  const routes = new Hono()
  const base = '/api/stripe'
  routes.get(`${base}/customers`, (c) => c.json(control.customers(c.req.query('email'))))
  routes.get(`${base}/subscriptions/:id`, (c) =>
    refusing(c, () => c.json(control.subscription(c.req.param('id')))),
  )
  routes.get(`${base}/deliveries`, (c) => c.json(deliveriesView(webhooks)))
  routes.post(`${base}/webhooks`, jsonBody(deliverySettings), (c) => {
    webhooks.deliverySettings = c.req.valid('json')
    return c.json(webhooks.deliverySettings)
  })
  routes.post(`${base}/checkout/:id/complete`, jsonBody(checkout), (c) =>
    refusing(c, () => outcome(c, control.completeCheckout(c.req.param('id'), c.req.valid('json')))),
  )
  routes.post(`${base}/checkout/:id/abandon`, jsonBody(nothing), (c) =>
    refusing(c, () => {
      const isExpired = control.abandonCheckout(c.req.param('id'))
      return isExpired ? c.json({ status: 'expired' }) : c.json({ error: 'The session is not open.' }, 409)
    }),
  )
  routes.post(`${base}/subscriptions/:id/cancel`, jsonBody(nothing), (c) =>
    refusing(c, () => c.json(control.cancelInPortal(c.req.param('id')))),
  )
  routes.post(`${base}/subscriptions/:id/renew`, jsonBody(nothing), (c) =>
    refusing(c, () => c.json(control.renewInPortal(c.req.param('id')))),
  )
  routes.post(`${base}/customers/:id/charges`, jsonBody(charges), (c) =>
    refusing(c, () => {
      control.declineCharges(c.req.param('id'), c.req.valid('json').decline)
      return c.json(c.req.valid('json'))
    }),
  )
  routes.post(`${base}/customers/:id/card`, jsonBody(newCard), (c) =>
    refusing(c, () => {
      const { card: number, confirmation: said } = c.req.valid('json')
      return outcome(c, control.replaceCard(c.req.param('id'), { ...FUTURE, number }, said))
    }),
  )
  routes.post(`${base}/payment-methods/:id/detach`, jsonBody(nothing), (c) =>
    refusing(c, () => {
      control.detachCard(c.req.param('id'))
      return c.json({ detached: c.req.param('id') })
    }),
  )
  routes.post(`${base}/invoices/:id/pay`, jsonBody(payment), (c) =>
    refusing(c, () => {
      const { card: form, confirmation: said } = c.req.valid('json')
      return outcome(c, control.payInvoice(c.req.param('id'), form, said))
    }),
  )
  return routes
}

/** Settings and the latest deliveries, the pending ones first. */
export function deliveriesView(webhooks: StripeWebhooks) {
  return {
    settings: webhooks.deliverySettings,
    pending: webhooks.pendingCount,
    deliveries: webhooks.list().map(({ body: _body, ...delivery }) => delivery),
  }
}

const SUCCESSES = new Set(['complete', 'paid', 'saved'])

function outcome(
  c: Context,
  result: { kind: string; decline?: { message: string }; status?: string },
): Response {
  if (SUCCESSES.has(result.kind)) return c.json(result)
  const reason = result.decline?.message ?? result.status ?? 'the bank asks for a confirmation'
  return c.json({ ...result, error: `Not done (${result.kind}): ${reason}` }, 409)
}

function refusing(c: Context, action: () => Response): Response {
  try {
    return action()
  } catch (error) {
    if (error instanceof Refusal) return c.json({ error: error.message }, error.status)
    throw error
  }
}
