/** Topics by their names in the Admin API; the values are what deliveries carry. */
const TOPICS = {
  APP_SCOPES_UPDATE: 'app/scopes_update',
  APP_UNINSTALLED: 'app/uninstalled',
  BULK_OPERATIONS_FINISH: 'bulk_operations/finish',
  /** Never sent: items do not change here, only their levels. */
  INVENTORY_ITEMS_UPDATE: 'inventory_items/update',
  INVENTORY_LEVELS_UPDATE: 'inventory_levels/update',
  LOCATIONS_UPDATE: 'locations/update',
  ORDERS_CANCELLED: 'orders/cancelled',
  ORDERS_CREATE: 'orders/create',
  ORDERS_EDITED: 'orders/edited',
  ORDERS_UPDATED: 'orders/updated',
  PRODUCTS_CREATE: 'products/create',
  PRODUCTS_DELETE: 'products/delete',
  PRODUCTS_UPDATE: 'products/update',
  REFUNDS_CREATE: 'refunds/create',
  SHOP_UPDATE: 'shop/update',
} as const

export type TopicName = keyof typeof TOPICS

/** Sent to every app, without a subscription: https://shopify.dev/docs/apps/build/compliance/privacy-distribution-compliance */
export const COMPLIANCE_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const

export type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number]
export type Topic = (typeof TOPICS)[TopicName] | ComplianceTopic

export function topicOf(name: TopicName): Topic {
  return TOPICS[name]
}
