import { levelBody, orderBody, webhookRequest } from '../../apps/server/src/testing/webhooks.ts'

/** One delivery in this many is sent twice. */
const DOUBLED_EVERY = 5
const FIRST_AT = Date.parse('2026-11-20T00:00:00Z')

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
  const updatedAt = new Date(FIRST_AT + n * 1000).toISOString()
  const lines = [{ id: n + 1, variantId: 1 + (n % 500), quantity: 1 }]
  const level = levelBody({ itemId: n + 1, locationId: 1, available: n % 90, updatedAt })
  const order = orderBody({ id: n + 1, updatedAt, lines })
  const [topic, body] = n % 2 === 0 ? ['inventory_levels/update', level] : ['orders/create', order]
  const delivery = { topic, body, shop, triggeredAt: updatedAt, secret: 'sandbox-secret' }
  return webhookRequest(delivery) as SignedDelivery & RequestInit
}
