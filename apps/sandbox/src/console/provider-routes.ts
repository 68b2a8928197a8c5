import { Hono } from 'hono'
import { z } from 'zod'
import type { Outbox } from '../mail/outbox.ts'
import type { SlackSandbox } from '../slack/slack.ts'
import type { StripeControl } from '../stripe/control.ts'
import { Refusal } from '../stripe/refusal.ts'
import type { TwilioSandbox } from '../twilio/twilio.ts'
import { jsonBody } from './json-body.ts'

const reply = z.strictObject({
  from: z.string().regex(/^\+[1-9]\d{6,14}$/, 'Give a number such as +14155550123'),
  body: z.string().min(1).max(1600),
})
const checkout = z.strictObject({ card: z.string().default('4242424242424242') })

export interface Providers {
  outbox: Outbox
  slack: SlackSandbox
  twilio: TwilioSandbox
  stripe: StripeControl
}

/** Returns the routes that list caught messages, reply to an SMS, list customers and complete their checkouts. */
export function providerRoutes({ outbox, slack, twilio, stripe }: Providers): Hono {
  const routes = new Hono()
  routes.get('/outbox/mail', (c) => c.json(outbox.list(c.req.query('to'))))
  routes.get('/outbox/slack', (c) => c.json(slack.list(c.req.query('webhook'))))
  routes.get('/outbox/sms', (c) => c.json(twilio.list(c.req.query('to'))))
  routes.post('/api/sms/reply', jsonBody(reply), async (c) => {
    const { from, body } = c.req.valid('json')
    return c.json({ app: await twilio.reply(from, body) })
  })
  routes.get('/api/stripe/customers', (c) => c.json(stripe.customers(c.req.query('email'))))
  routes.post('/api/stripe/checkout/:id/complete', jsonBody(checkout), (c) => {
    const form = { number: c.req.valid('json').card, expMonth: 12, expYear: 2034 }
    try {
      const outcome = stripe.completeCheckout(c.req.param('id'), form)
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
