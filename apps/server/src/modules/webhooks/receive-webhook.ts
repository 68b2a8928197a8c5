import { SHOP_DOMAIN_PATTERN } from '@stockcast/contract'
import { AppError } from '../../errors.ts'
import { shopifyOf } from '../../integrations/shopify/index.ts'
import type { Kernel } from '../../kernel.ts'
import type { Inbox } from './inbox.ts'
import { reduceWebhook } from './reduce-webhook.ts'

const PRECISE_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/

/** A delivery as it came: the headers that we read, and the body's very bytes. */
export interface RawWebhook {
  hmac: string
  topic: string
  shop: string
  eventId: string
  triggeredAt: string | undefined
  body: Uint8Array
}

/**
 * Verifies a delivery and stores what we need of it; once this returns, it can't be lost any more. What we don't know or
 * can't read is dropped: repeating it would bring nothing new, and the comparison with the store brings the rest.
 */
export async function receiveWebhook(
  kernel: Pick<Kernel, 'config' | 'clock' | 'log'>,
  inbox: Inbox,
  webhook: RawWebhook,
): Promise<void> {
  const shopify = shopifyOf(kernel.config.shopify, kernel.clock.now)
  if (!shopify.isSignedBody(webhook.body, webhook.hmac)) {
    throw new AppError('unauthenticated', 'This webhook is not signed by Shopify.')
  }
  const { topic, eventId } = webhook
  const shop = webhook.shop.toLowerCase()
  if (!SHOP_DOMAIN_PATTERN.test(shop) || eventId === '' || eventId.length > 200) {
    throw new AppError('invalid_input', 'The headers of this webhook are incomplete.')
  }
  const reduced = reduceWebhook(topic, parse(webhook.body))
  if (!reduced) {
    kernel.log.warn({ topic, shop, eventId }, 'webhook not understood')
    return
  }
  await inbox.store({ shop, topic, eventId, ...reduced, triggeredAt: instantOf(webhook, kernel.clock.now()) })
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    return null
  }
}

function instantOf({ triggeredAt = '' }: RawWebhook, now: Date): string {
  return PRECISE_INSTANT.test(triggeredAt) && !Number.isNaN(Date.parse(triggeredAt))
    ? triggeredAt
    : now.toISOString()
}
