import { Hono } from 'hono'
import { z } from 'zod'
import { jsonBody } from '../console/json-body.ts'
import type { TwilioSandbox } from './twilio.ts'

const reply = z.strictObject({
  from: z.string().regex(/^\+[1-9]\d{6,14}$/, 'Give a number such as +14155550123'),
  body: z.string().min(1).max(1600),
})

/** The outbox, and replies of phones. */
export function smsRoutes(twilio: TwilioSandbox): Hono {
  const routes = new Hono()
  routes.get('/outbox/sms', (c) => c.json(twilio.list(c.req.query('to'))))
  routes.post('/api/sms/reply', jsonBody(reply), async (c) => {
    const { from, body } = c.req.valid('json')
    return c.json({ app: await twilio.reply(from, body) })
  })
  return routes
}
