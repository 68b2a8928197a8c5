import { Hono } from 'hono'
import { AppError } from '../../errors.ts'
import type { AppEnv } from '../../http/context.ts'
import { limitBody } from '../../http/limit-body.ts'
import type { Kernel } from '../../kernel.ts'
import { createInbox } from './inbox.ts'
import { receiveWebhook } from './receive-webhook.ts'

const MAX_BODY_BYTES = 5_000_000

/** The path to which Shopify sends webhooks, without the server's address. */
export const WEBHOOK_PATH = '/webhooks/shopify'

/**
 * Creates the routes that come before the middleware of the other routes: only the signature over the raw
 * body proves the sender.
 */
export function createWebhookRoutes(kernel: Kernel): Hono<AppEnv> {
  const inbox = createInbox(kernel)
  const routes = new Hono<AppEnv>()
  routes.use(WEBHOOK_PATH, limitBody(MAX_BODY_BYTES))
  return routes.post(WEBHOOK_PATH, async (c) => {
    const header = (name: string) => c.req.header(`x-shopify-${name}`) ?? ''
    const webhook = {
      hmac: header('hmac-sha256'),
      topic: header('topic'),
      shop: header('shop-domain'),
      eventId: header('event-id') || header('webhook-id'),
      triggeredAt: header('triggered-at') || undefined,
      body: new Uint8Array(await c.req.arrayBuffer()),
    }
    try {
      await receiveWebhook(kernel, inbox, webhook)
    } catch (error) {
      if (error instanceof AppError) throw error
      // The database is unavailable: Shopify keeps the delivery and tries again.
      kernel.log.error({ err: error, topic: webhook.topic }, 'webhook not stored')
      return c.body(null, 503, { 'retry-after': '10' })
    }
    return c.body(null, 200)
  })
}
