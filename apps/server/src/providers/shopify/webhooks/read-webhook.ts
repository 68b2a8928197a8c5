import { SHOP_DOMAIN_PATTERN } from '@stockcast/contract'
import type { RawWebhook, StoreWebhook } from '../../../kernel/connector/connector.ts'
import { AppError } from '../../../kernel/errors.ts'
import type { Shopify } from '../client/index.ts'
import { reduceWebhook } from './reduce-webhook.ts'

/** These headers are not signed, but stored and logged, so that only these forms of them are accepted. */
const TOPIC = /^[a-z_]{1,50}\/[a-z_]{1,50}$/
const EVENT_ID = /^[\w:/-]{1,200}$/
const PRECISE_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/

/** Verifies the signature over the raw body, the only proof of the sender, and reduces the body. */
export function readWebhook(client: Shopify, webhook: RawWebhook, now: Date): StoreWebhook {
  const header = (name: string) => webhook.header(`x-shopify-${name}`) ?? ''
  if (!client.isSignedBody(webhook.body, header('hmac-sha256'))) {
    throw new AppError('unauthenticated', 'This webhook is not signed by Shopify.')
  }
  const topic = header('topic')
  const eventId = header('event-id') || header('webhook-id')
  const shop = header('shop-domain').toLowerCase()
  if (!SHOP_DOMAIN_PATTERN.test(shop) || !TOPIC.test(topic) || !EVENT_ID.test(eventId)) {
    throw new AppError('invalid_input', 'The headers of this webhook are incomplete.')
  }
  const reduced = reduceWebhook(topic, parse(webhook.body), { shop, now })
  return { shop, topic, eventId, triggeredAt: toInstant(header('triggered-at'), now), reduced }
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    return null
  }
}

/** Returns the time in the header, which is not signed, or now when it is invalid or in the future. */
function toInstant(triggeredAt: string, now: Date): string {
  const isPast = PRECISE_INSTANT.test(triggeredAt) && Date.parse(triggeredAt) <= now.getTime()
  return isPast ? triggeredAt : now.toISOString()
}
