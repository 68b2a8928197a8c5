import { SHOP_DOMAIN_PATTERN } from '@stockcast/contract'
import { AppError } from '../../errors.ts'
import { shopifyOf } from '../../integrations/shopify/index.ts'
import type { Kernel } from '../../kernel.ts'
import type { Inbox } from './inbox.ts'
import { reduceWebhook } from './reduce-webhook.ts'

const PRECISE_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/

/** A delivery as received: the headers that are read, and the exact bytes of the body. */
export interface RawWebhook {
  hmac: string
  topic: string
  shop: string
  eventId: string
  triggeredAt: string | undefined
  body: Uint8Array
}

/**
 * Verifies a delivery and stores what is needed of it; once this returns, the delivery cannot be lost. Drops
 * unknown topics and unreadable bodies: repeating them would not help, and the comparison with the store
 * covers the rest.
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
  const now = kernel.clock.now()
  const reduced = reduceWebhook(topic, parse(webhook.body), { shop, now })
  if (!reduced) {
    kernel.log.warn({ topic, shop, eventId }, 'webhook dropped: unknown, unreadable or of another shop')
    return
  }
  await inbox.store({ shop, topic, eventId, ...reduced, triggeredAt: instantOf(webhook, now) })
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    return null
  }
}

/** Returns the time in the header, which is not signed, or now when it is invalid or in the future. */
function instantOf({ triggeredAt = '' }: RawWebhook, now: Date): string {
  const isPast = PRECISE_INSTANT.test(triggeredAt) && Date.parse(triggeredAt) <= now.getTime()
  return isPast ? triggeredAt : now.toISOString()
}
