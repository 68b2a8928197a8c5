import { Hono } from 'hono'
import { AppError } from '../../../errors.ts'
import type { AppEnv } from '../../../http/context.ts'
import { limitBody } from '../../../http/limit-body.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { receiveEvent } from './receive-event.ts'

const MAX_BODY_BYTES = 1_000_000
/** Where Stripe sends events. */
const STRIPE_WEBHOOK_PATH = '/webhooks/stripe'

/**
 * Creates the route ahead of the middleware of other routes: only the signature over the raw body proves the
 * sender.
 */
export function createStripeWebhookRoutes(billing: BillingKernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.use(STRIPE_WEBHOOK_PATH, limitBody(MAX_BODY_BYTES))
  return routes.post(STRIPE_WEBHOOK_PATH, async (c) => {
    const body = await c.req.text()
    try {
      await receiveEvent(billing, { body, signature: c.req.header('stripe-signature') ?? '' })
    } catch (error) {
      if (error instanceof AppError) throw error
      // The database cannot be reached. Stripe keeps the event and tries again.
      billing.log.error({ err: error }, 'event not stored')
      return c.body(null, 503, { 'retry-after': '10' })
    }
    return c.body(null, 200)
  })
}
