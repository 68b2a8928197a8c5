import {
  BULK_PRODUCTS,
  BULK_RUN,
  BULK_STATUS,
  bulkOrders,
} from '../../../server/src/providers/shopify/client/bulk-queries.ts'
import * as operations from '../../../server/src/providers/shopify/client/operations.ts'

const { API_VERSION: _, ...single } = operations

/** Every document that the product sends to Shopify, each with a name. */
export const productDocuments = [
  ...Object.values(single),
  BULK_RUN,
  BULK_STATUS,
  `query BulkProducts ${BULK_PRODUCTS}`,
  `query BulkOrders ${bulkOrders("created_at:>='2026-01-01T00:00:00Z'")}`,
].join('\n')
