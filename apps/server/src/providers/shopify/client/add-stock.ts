import type { StockAddition, StockRefusal } from '../../../kernel/connector/connector.ts'
import { addStockSchema } from './answers.ts'
import { type GraphqlOptions, runQuery } from './graphql.ts'
import { ADD_STOCK } from './operations.ts'
import { ShopifyError } from './shopify-error.ts'

const GID = 'gid://shopify'

/** Adds units to what is available at a location. Shopify takes all lines or none, and each key once. */
export async function addStock(
  options: GraphqlOptions,
  { key, orderId, locationId, lines }: StockAddition,
): Promise<StockRefusal | null> {
  const input = {
    name: 'available',
    reason: 'received',
    referenceDocumentUri: `gid://stockcast/PurchaseOrder/${orderId}`,
    changes: lines.map(({ itemId, units }) => ({
      delta: units,
      // Whatever is in stock: sales go on meanwhile.
      changeFromQuantity: null,
      inventoryItemId: `${GID}/InventoryItem/${itemId}`,
      locationId: `${GID}/Location/${locationId}`,
    })),
  }
  const { inventoryAdjustQuantities } = await runQuery(options, ADD_STOCK, { input, key }, addStockSchema)
  const [error] = inventoryAdjustQuantities?.userErrors ?? []
  if (!error) return null
  if (error.code === 'IDEMPOTENCY_CONCURRENT_REQUEST')
    throw new ShopifyError('unavailable', 'the same booking is in progress')
  return { line: getLine(error.field), because: becauseOf(error) }
}

/** Reads the position of a line from a path such as `input.changes.2.inventoryItemId`. */
function getLine(field: readonly string[] | null): number | null {
  const position = Number(field?.[field.indexOf('changes') + 1])
  return Number.isInteger(position) ? position : null
}

function becauseOf({ code, message }: { code: string | null; message: string }): string {
  switch (code) {
    case 'INVALID_LOCATION':
      return 'the location is closed or gone'
    case 'INVALID_INVENTORY_ITEM':
      return 'the product is gone'
    case 'NON_MUTABLE_INVENTORY_ITEM':
      return 'its stock cannot be changed, such as that of a bundle'
    default:
      return `it answered “${message}”`
  }
}
