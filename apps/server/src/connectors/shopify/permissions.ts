const NEEDED_SCOPES = ['read_products', 'read_inventory', 'read_locations', 'read_orders']

/** Returns the required scopes that were not granted. */
export function missingScopes(granted: readonly string[]): string[] {
  return NEEDED_SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace('read_', 'write_')),
  )
}

/** Returns whether orders older than 60 days may be read. */
export function includesAllOrders(granted: readonly string[]): boolean {
  return granted.includes('read_all_orders')
}
