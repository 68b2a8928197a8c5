import { createHash, createHmac } from 'node:crypto'
import type { Delivery } from '../../webhooks/delivery-book.ts'
import type { Deadlines } from '../../webhooks/post-webhook.ts'
import type { Topic } from './topics.ts'

/** The sender is the shop. */
export interface ShopifyDelivery extends Delivery {
  topic: Topic
  /** Null for the compliance topics, which nobody subscribes to. */
  subscription: number | null
  webhookId: string
  eventId: string
  /** ISO 8601 to the nanosecond, as Shopify sends it; the digits below a millisecond order events within the same millisecond. */
  triggeredAt: string
}

/** https://shopify.dev/docs/apps/build/webhooks/subscribe/https */
export const DEADLINES: Deadlines = { connectMs: 1000, totalMs: 5000 }

const API_VERSION = '2026-10'
const MINUTE_MS = 60_000
/** Eight retries over four hours: https://shopify.dev/changelog/updates-to-webhook-retry-mechanism */
export const RETRY_AFTER_MS = [1, 4, 10, 20, 30, 45, 60, 70].map((minutes) => minutes * MINUTE_MS)

export function getHeaders(delivery: ShopifyDelivery, secret: string): Record<string, string> {
  const { topic, sender, webhookId, eventId, triggeredAt, body } = delivery
  return {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    'x-shopify-shop-domain': sender,
    'x-shopify-api-version': API_VERSION,
    'x-shopify-webhook-id': webhookId,
    'x-shopify-event-id': eventId,
    'x-shopify-triggered-at': triggeredAt,
  }
}

/** Returns an id that is always the same for the same text, so that an event sent again after a crash is recognised. */
export function getId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

export function triggerTime(at: number, sequence: number): string {
  const below = String(sequence % 1_000_000).padStart(6, '0')
  return new Date(at).toISOString().replace('Z', `${below}Z`)
}
