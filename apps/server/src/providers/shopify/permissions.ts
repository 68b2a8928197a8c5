import { type OptionalPermission, optionalPermissions } from '@stockcast/contract'

/** The requested permissions. */
export const SCOPES = ['read_products', 'read_inventory', 'read_locations', 'read_orders']
/** Asked for when a merchant first wants to book a receipt into the store. */
export const WRITE_STOCK_SCOPE = 'write_inventory'

/** Asked for when a merchant first wants to create a transfer in the store. */
export const WRITE_TRANSFERS_SCOPE = 'write_inventory_transfers'

/**
 * Without it orders reach back only 60 days. An app for which Shopify has not allowed it cannot be installed
 * with it.
 */
export const ALL_ORDERS_SCOPE = 'read_all_orders'

/** What each optional permission needs. */
const OPTIONAL: Readonly<Record<OptionalPermission, readonly string[]>> = {
  arrival_days: ['read_inventory_transfers', 'read_inventory_shipments'],
  purchase_orders: ['read_inventory_purchase_orders'],
}

/** Asked for, and a merchant may refuse them. The last one is for a single topic of webhooks. */
export const OPTIONAL_SCOPES = [...Object.values(OPTIONAL).flat(), 'read_inventory_shipments_received_items']

/** Returns the required scopes that were not granted. */
export function missingScopes(granted: readonly string[]): string[] {
  return SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace('read_', 'write_')),
  )
}

/** Returns whether orders older than 60 days may be read. */
export function includesAllOrders(granted: readonly string[]): boolean {
  return granted.includes(ALL_ORDERS_SCOPE)
}

/** Returns whether stock may be written. */
export function mayWriteStock(granted: readonly string[]): boolean {
  return granted.includes(WRITE_STOCK_SCOPE)
}

/** Returns whether transfers may be created. */
export function mayWriteTransfers(granted: readonly string[]): boolean {
  return granted.includes(WRITE_TRANSFERS_SCOPE)
}

/** Returns the optional permissions that were not granted. */
export function refusedPermissions(granted: readonly string[]): OptionalPermission[] {
  const has = (scope: string) => granted.includes(scope) || granted.includes(scope.replace('read_', 'write_'))
  return optionalPermissions.filter((permission) => !OPTIONAL[permission].every(has))
}
