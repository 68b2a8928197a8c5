import { Hono } from 'hono'
import { z } from 'zod'
import type { StripeControl } from '../stripe/control.ts'
import { Refusal } from '../stripe/refusal.ts'
import { jsonBody } from './json-body.ts'

const checkout = z.strictObject({ card: z.string().default('4242424242424242') })

/** Routes of customers with their payments, and of the hosted page without a browser. */
export function stripeRoutes(control: StripeControl): Hono {
  const routes = new Hono()
  routes.get('/api/stripe/customers', (c) => c.json(control.customers(c.req.query('email'))))
  routes.post('/api/stripe/checkout/:id/complete', jsonBody(checkout), (c) => {
    const form = { number: c.req.valid('json').card, expMonth: 12, expYear: 2034 }
    try {
      const outcome = control.completeCheckout(c.req.param('id'), form)
      if (outcome.kind === 'complete') return c.json({ kind: outcome.kind })
      const reason = outcome.kind === 'declined' ? outcome.decline.message : outcome.status
      return c.json({ error: `Not done (${outcome.kind}): ${reason}` }, 409)
    } catch (error) {
      if (error instanceof Refusal) return c.json({ error: error.message }, error.status)
      throw error
    }
  })
  return routes
}
