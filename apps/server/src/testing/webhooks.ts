import { createHmac, randomUUID } from 'node:crypto'
import { FAKE_SECRET } from './fake-shopify.ts'

export interface TestWebhook {
  shop: string
  topic: string
  body: unknown
  eventId?: string
  triggeredAt?: Date | string
  secret?: string
}

/** Returns a signed delivery as Shopify sends it. */
export function webhookRequest(webhook: TestWebhook): RequestInit {
  const body = typeof webhook.body === 'string' ? webhook.body : JSON.stringify(webhook.body)
  const triggeredAt = webhook.triggeredAt ?? '2026-11-20T10:00:00Z'
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': webhook.topic,
      'x-shopify-shop-domain': webhook.shop,
      'x-shopify-event-id': webhook.eventId ?? randomUUID(),
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-triggered-at': new Date(triggeredAt).toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', webhook.secret ?? FAKE_SECRET)
        .update(body)
        .digest('base64'),
    },
  }
}

/** What a test says of an order; `orderBody` adds the rest. */
export interface TestOrder {
  id: number
  updatedAt: string
  createdAt?: string
  cancelledAt?: string | null
  test?: boolean
  /** `current` is what edits and refunds left, `refunded` what was returned. */
  lines: { id: number; variantId: number | null; quantity: number; current?: number; refunded?: number }[]
}

/** Returns an order's body with the buyer in every place where Shopify names one. */
export function orderBody(order: TestOrder): object {
  const buyer = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    address1: '12 St James Square',
    city: 'London',
    zip: 'SW1Y 4JH',
    phone: '+44 20 7946 0018',
    name: 'Ada Lovelace',
    latitude: 51.507,
  }
  return {
    id: order.id,
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    browser_ip: '216.191.105.146',
    buyer_accepts_marketing: false,
    contact_email: 'ada@lovelace.example',
    email: 'ada@lovelace.example',
    phone: '+44 20 7946 0018',
    note: 'Please leave it with the neighbour',
    client_details: { browser_ip: '216.191.105.146', user_agent: 'Mozilla/5.0' },
    created_at: order.createdAt ?? order.updatedAt,
    processed_at: order.createdAt ?? order.updatedAt,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt ?? null,
    test: order.test ?? false,
    currency: 'USD',
    total_price: '403.00',
    billing_address: buyer,
    shipping_address: buyer,
    customer: { id: 115_310, email: 'ada@lovelace.example', ...buyer, default_address: buyer },
    payment_details: { credit_card_number: '•••• •••• •••• 4242' },
    line_items: order.lines.map(({ id, variantId, quantity, current }) => ({
      id,
      variant_id: variantId,
      quantity,
      current_quantity: current ?? quantity,
      price: '199.00',
      title: 'Kettle',
      properties: [{ name: 'Engraving', value: 'For Ada Lovelace' }],
    })),
    refunds: order.lines
      .filter(({ refunded }) => refunded !== undefined)
      .map(({ id, refunded }) => ({
        id: 900 + id,
        refund_line_items: [{ id: 1, line_item_id: id, quantity: refunded, restock_type: 'return' }],
      })),
  }
}

export function levelBody(level: {
  itemId: number
  locationId: number
  available: number | null
  updatedAt: string
}) {
  return {
    inventory_item_id: level.itemId,
    location_id: level.locationId,
    available: level.available,
    updated_at: level.updatedAt,
    admin_graphql_api_id: `gid://shopify/InventoryLevel/1?inventory_item_id=${level.itemId}`,
  }
}

/** Returns the shop as `shop/update` and `app/uninstalled` send it. */
export function shopBody(shop: string) {
  return { id: 548_380_009, name: 'Store', domain: 'store.example', myshopify_domain: shop }
}

/** Returns the body of each privacy topic, with a buyer. */
export function complianceBody(shop: string) {
  return {
    shop_id: 954_889,
    shop_domain: shop,
    customer: { id: 191_167, email: 'ada@lovelace.example', phone: '555-625-1199' },
    orders_requested: [299_938],
    orders_to_redact: [299_938],
    data_request: { id: 9999 },
  }
}
