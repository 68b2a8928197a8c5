/** Topics by their names in the Admin API; the values are what deliveries carry. */
export const TOPICS = {
  APP_SCOPES_UPDATE: 'app/scopes_update',
  APP_UNINSTALLED: 'app/uninstalled',
  COLLECTIONS_CREATE: 'collections/create',
  COLLECTIONS_DELETE: 'collections/delete',
  COLLECTIONS_UPDATE: 'collections/update',
  INVENTORY_ITEMS_UPDATE: 'inventory_items/update',
  INVENTORY_LEVELS_UPDATE: 'inventory_levels/update',
  INVENTORY_SHIPMENTS_ADD_ITEMS: 'inventory_shipments/add_items',
  INVENTORY_SHIPMENTS_CREATE: 'inventory_shipments/create',
  INVENTORY_SHIPMENTS_DELETE: 'inventory_shipments/delete',
  INVENTORY_SHIPMENTS_MARK_IN_TRANSIT: 'inventory_shipments/mark_in_transit',
  INVENTORY_SHIPMENTS_RECEIVE_ITEMS: 'inventory_shipments/receive_items',
  INVENTORY_SHIPMENTS_REMOVE_ITEMS: 'inventory_shipments/remove_items',
  INVENTORY_SHIPMENTS_UPDATE_ITEM_QUANTITIES: 'inventory_shipments/update_item_quantities',
  INVENTORY_SHIPMENTS_UPDATE_TRACKING: 'inventory_shipments/update_tracking',
  INVENTORY_TRANSFERS_ADD_ITEMS: 'inventory_transfers/add_items',
  INVENTORY_TRANSFERS_CANCEL: 'inventory_transfers/cancel',
  INVENTORY_TRANSFERS_COMPLETE: 'inventory_transfers/complete',
  INVENTORY_TRANSFERS_READY_TO_SHIP: 'inventory_transfers/ready_to_ship',
  INVENTORY_TRANSFERS_REMOVE_ITEMS: 'inventory_transfers/remove_items',
  INVENTORY_TRANSFERS_UPDATED: 'inventory_transfers/updated',
  INVENTORY_TRANSFERS_UPDATE_ITEM_QUANTITIES: 'inventory_transfers/update_item_quantities',
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
