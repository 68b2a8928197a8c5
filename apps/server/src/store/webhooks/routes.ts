import { Hono } from 'hono'
import type { StoreWebhook } from '../../kernel/connector/connector.ts'
import { AppError } from '../../kernel/errors.ts'
import type { AppEnv } from '../../kernel/http/context.ts'
import { limitBody } from '../../kernel/http/limit-body.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createInbox, type Inbox } from './inbox.ts'

const MAX_BODY_BYTES = 5_000_000

/**
 * Creates the routes that come before the middleware of the other routes: only the signature over the raw
 * body proves the sender.
 */
export function createWebhookRoutes(kernel: Kernel): Hono<AppEnv> {
  const inbox = createInbox(kernel)
  const path = kernel.store.webhookPath
  const routes = new Hono<AppEnv>()
  routes.use(path, limitBody(MAX_BODY_BYTES))
  return routes.post(path, async (c) => {
    const header = (name: string) => c.req.header(name)
    const body = new Uint8Array(await c.req.arrayBuffer())
    const webhook = kernel.store.readWebhook({ header, body })
    try {
      await receiveWebhook(kernel, inbox, webhook)
    } catch (error) {
      if (error instanceof AppError) throw error
      // The database is unavailable: the store keeps the delivery and tries again.
      kernel.log.error({ err: error, topic: webhook.topic }, 'webhook not stored')
      return c.body(null, 503, { 'retry-after': '10' })
    }
    kernel.log.debug({ topic: webhook.topic, eventId: webhook.eventId }, 'webhook received')
    return c.body(null, 200)
  })
}

/**
 * Stores what is needed of a verified delivery; once this returns, the delivery cannot be lost. Drops unknown
 * topics and unreadable bodies: repeating them would not help, and the comparison with the store covers the
 * rest.
 */
async function receiveWebhook(
  kernel: Pick<Kernel, 'log'>,
  inbox: Inbox,
  { reduced, ...delivery }: StoreWebhook,
): Promise<void> {
  if (reduced) return inbox.store({ ...delivery, ...reduced })
  const { topic, shop, eventId } = delivery
  kernel.log.warn({ topic, shop, eventId }, 'webhook dropped: unknown, unreadable or of another shop')
}
