/** Topics by their names in the Admin API; the values are what deliveries carry. */
const TOPICS = {
  APP_SCOPES_UPDATE: 'app/scopes_update',
  APP_UNINSTALLED: 'app/uninstalled',
  INVENTORY_LEVELS_UPDATE: 'inventory_levels/update',
  ORDERS_CANCELLED: 'orders/cancelled',
  ORDERS_CREATE: 'orders/create',
  ORDERS_UPDATED: 'orders/updated',
  PRODUCTS_CREATE: 'products/create',
  PRODUCTS_DELETE: 'products/delete',
  PRODUCTS_UPDATE: 'products/update',
  REFUNDS_CREATE: 'refunds/create',
  SHOP_UPDATE: 'shop/update',
} as const

export type TopicName = keyof typeof TOPICS

/** Sent to every app, without a subscription: https://shopify.dev/docs/apps/build/compliance/privacy-distribution-compliance */
export type Topic = (typeof TOPICS)[TopicName] | 'shop/redact'

export function topicOf(name: TopicName): Topic {
  return TOPICS[name]
}
