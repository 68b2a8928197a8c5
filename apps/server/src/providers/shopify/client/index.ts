export type {
  BundleNode,
  LevelNode,
  LineNode,
  LocationNode,
  MoneyNode,
  OrderNode,
  ProductNode,
  VariantNode,
} from './answers.ts'
export { gidSchema } from './answers.ts'
export type { BulkOperation } from './bulk.ts'
export { type BulkLine, gidsOfBulkLine, parseBulkLine } from './bulk-lines.ts'
export { BULK_PRODUCTS, bulkOrders } from './bulk-queries.ts'
export { createShopify, type Shop as ShopClient, type Shopify } from './client.ts'
export type { PurchaseOrderNode, TransferNode } from './inbound.ts'
export type { LineBatch } from './json-lines.ts'
export { unitsOrdered, wasSold } from './ordered-units.ts'
export { createPace } from './pace.ts'
export type { OnUnreadableGid, Page } from './pages.ts'
export { SHOPIFY } from './shopify-error.ts'
export {
  createdSince,
  FIRST_WINDOW,
  nextStart,
  pageStart,
  pagesInWindows,
  updatedSince,
  WINDOW_ROWS,
} from './windows.ts'
