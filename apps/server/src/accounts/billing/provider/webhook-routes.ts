import { Hono } from 'hono'
import { AppError } from '../../../kernel/errors.ts'
import type { AppEnv } from '../../../kernel/http/context.ts'
import { limitBody } from '../../../kernel/http/limit-body.ts'
import { readEvent } from '../../../providers/stripe/index.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { applyEventsTask } from './apply-events.task.ts'
import { findMerchantOfCustomer, insertEvent } from './event-queries.ts'

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

/**
 * Verifies an event, stores that it came, and queues its task in the same transaction, so that it cannot be
 * lost. An event for an unknown customer is dropped.
 */
export async function receiveEvent(
  billing: Pick<BillingKernel, 'config' | 'db' | 'jobs' | 'clock' | 'log'>,
  { body, signature }: { body: string; signature: string },
): Promise<void> {
  const event = readEvent(billing.config.stripe, body, signature)
  const { customerId } = event
  const merchantId =
    customerId === null ? undefined : await findMerchantOfCustomer(billing.db.directory, customerId)
  if (merchantId === undefined) {
    billing.log.info({ eventId: event.id, type: event.type }, 'event for an unknown customer')
    return
  }
  await billing.db.withTenant(merchantId, async (tx) => {
    if (!(await insertEvent(tx, { merchantId, event, at: billing.clock.now() }))) return
    await billing.jobs.send(applyEventsTask, { merchantId }, { tx })
  })
}
