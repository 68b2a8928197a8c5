import type { Config } from '../../config.ts'
import { createShopify, type Shopify } from './client.ts'

export type { LevelNode, LineNode, LocationNode, OrderNode, ProductNode, VariantNode } from './answers.ts'
export type { BulkOperation } from './bulk.ts'
export { gidsOfBulkLine, parseBulkLine } from './bulk-lines.ts'
export type { Shop, Shopify } from './client.ts'
export type { LineBatch } from './json-lines.ts'
export { BULK_PRODUCTS, bulkOrders, createdSince, updatedSince } from './operations.ts'
export { type OrderedLine, unitsOrdered } from './ordered-units.ts'
export { createPace } from './pace.ts'
export type { OnUnreadable, Page } from './pages.ts'
export { isShopifyFault, ShopifyError } from './shopify-error.ts'
export { FIRST_WINDOW, nextStart, pageStart, pagesInWindows, WINDOW_ROWS } from './windows.ts'

/** Returns the client for real shops, or for those of the sandbox if so configured. */
export function shopifyOf(config: Config['shopify'], now: () => Date): Shopify {
  const { apiKey, apiSecrets, sandboxOrigin, asksForAllOrders } = config
  return createShopify({
    clientId: apiKey,
    clientSecrets: apiSecrets,
    asksForAllOrders,
    now,
    ...(sandboxOrigin === null
      ? {}
      : { originFor: (shopDomain: string) => `${sandboxOrigin}/${shopDomain}` }),
  })
}
