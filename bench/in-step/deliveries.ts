import { createHmac, randomUUID } from 'node:crypto'
import { levelBody, orderBody } from '../../apps/server/src/testing/webhooks.ts'

const SECRET = 'sandbox-secret'
/** One delivery in this many is sent twice. */
const DOUBLED_EVERY = 5
const DAY = '2026-11-20'

export interface SignedDelivery {
  headers: Record<string, string>
  body: string
}

/** Returns deliveries of levels and orders in turn, for items that need not exist in the store. */
export function makeDeliveries(shop: string, count: number): SignedDelivery[] {
  const deliveries: SignedDelivery[] = []
  while (deliveries.length < count) {
    const made = signed(shop, deliveries.length)
    deliveries.push(made)
    if (deliveries.length % DOUBLED_EVERY === 0) deliveries.push(made)
  }
  return deliveries.slice(0, count)
}

function signed(shop: string, n: number): SignedDelivery {
  const updatedAt = new Date(Date.parse(`${DAY}T00:00:00Z`) + n * 1000).toISOString()
  const [topic, content] =
    n % 2 === 0
      ? ['inventory_levels/update', levelBody({ itemId: n + 1, locationId: 1, available: n % 90, updatedAt })]
      : [
          'orders/create',
          orderBody({ id: n + 1, updatedAt, lines: [{ id: n + 1, variantId: 1 + (n % 500), quantity: 1 }] }),
        ]
  const body = JSON.stringify(content)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'x-shopify-topic': String(topic),
      'x-shopify-shop-domain': shop,
      'x-shopify-event-id': randomUUID(),
      'x-shopify-triggered-at': updatedAt,
      'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
    },
  }
}
