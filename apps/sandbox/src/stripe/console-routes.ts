import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { jsonBody } from '../console/json-body.ts'
import type { StripeControl } from './control.ts'
import { Refusal } from './refusal.ts'

const submission = z.strictObject({
  /** A number of the list of test cards, or 'saved'. */
  card: z.string().default('4242424242424242'),
  email: z.email().nullable().default(null),
  name: z.string().nullable().default('Test Buyer'),
  confirmation: z.enum(['confirmed', 'denied']).nullable().default('confirmed'),
})

const FUTURE = { expMonth: 12, expYear: 2034, cvc: '123' }

/** The hosted pages without a browser. */
export function stripeConsoleRoutes(control: StripeControl): Hono {
  const routes = new Hono()
  routes.post('/api/stripe/checkout/:session/complete', jsonBody(submission), (c) =>
    refusing(c, () => {
      const { card, ...rest } = c.req.valid('json')
      const form = card === 'saved' ? null : { ...FUTURE, number: card }
      const outcome = control.completeCheckout(c.req.param('session'), { ...rest, card: form })
      const isDone = outcome.kind === 'complete'
      return c.json(
        isDone ? outcome : { ...outcome, error: `The session was not completed: ${outcome.kind}.` },
        isDone ? 200 : 409,
      )
    }),
  )
  routes.post('/api/stripe/checkout/:session/abandon', jsonBody(z.strictObject({})), (c) =>
    refusing(c, () => {
      const isExpired = control.abandonCheckout(c.req.param('session'))
      return isExpired ? c.json({ status: 'expired' }) : c.json({ error: 'The session is not open.' }, 409)
    }),
  )
  return routes
}

function refusing(c: Context, act: () => Response): Response {
  try {
    return act()
  } catch (error) {
    if (error instanceof Refusal) return c.json({ error: error.message }, error.status)
    throw error
  }
}
