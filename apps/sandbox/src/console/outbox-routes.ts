import { Hono } from 'hono'
import { z } from 'zod'
import type { Outbox } from '../mail/outbox.ts'
import type { SlackSandbox } from '../slack/slack.ts'
import type { TwilioSandbox } from '../twilio/twilio.ts'
import { jsonBody } from './json-body.ts'

const reply = z.strictObject({
  from: z.string().regex(/^\+[1-9]\d{6,14}$/, 'Give a number such as +14155550123'),
  body: z.string().min(1).max(1600),
})

/** Routes of the messages that were caught, and of replies from phones. */
export function outboxRoutes(args: { outbox: Outbox; slack: SlackSandbox; twilio: TwilioSandbox }): Hono {
  const { outbox, slack, twilio } = args
  const routes = new Hono()
  routes.get('/outbox/mail', (c) => c.json(outbox.list(c.req.query('to'))))
  routes.get('/outbox/slack', (c) => c.json(slack.list(c.req.query('webhook'))))
  routes.get('/outbox/sms', (c) => c.json(twilio.list(c.req.query('to'))))
  routes.post('/api/sms/reply', jsonBody(reply), async (c) => {
    const { from, body } = c.req.valid('json')
    return c.json({ app: await twilio.reply(from, body) })
  })
  return routes
}
