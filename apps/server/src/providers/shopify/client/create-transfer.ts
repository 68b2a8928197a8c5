import type { StockRefusal, TransferCreation, TransferOutcome } from '../../../kernel/connector/connector.ts'
import { createTransferSchema } from './answers.ts'
import { type GraphqlOptions, runQuery } from './graphql.ts'
import { CREATE_TRANSFER } from './operations.ts'
import { ShopifyError } from './shopify-error.ts'

const GID = 'gid://shopify'

/** Creates a transfer that is ready to ship. Shopify takes all lines or none, and each key once. */
export async function createTransfer(
  options: GraphqlOptions,
  { key, from, to, lines }: TransferCreation,
): Promise<TransferOutcome> {
  const input = {
    originLocationId: `${GID}/Location/${from}`,
    destinationLocationId: `${GID}/Location/${to}`,
    lineItems: lines.map(({ itemId, units }) => ({
      inventoryItemId: `${GID}/InventoryItem/${itemId}`,
      quantity: units,
    })),
  }
  const answer = await runQuery(options, CREATE_TRANSFER, { input, key }, createTransferSchema)
  const { inventoryTransfer: created, userErrors } = answer.inventoryTransferCreateAsReadyToShip
  if (userErrors.some(({ code }) => code === 'IDEMPOTENCY_CONCURRENT_REQUEST'))
    throw new ShopifyError('unavailable', 'the same transfer is being created')
  if (created && userErrors.length === 0) return { created, refusals: [] }
  return { created: null, refusals: userErrors.map(getRefusal) }
}

function getRefusal({
  code,
  field,
  message,
}: {
  code: string | null
  field: string[] | null
  message: string
}): StockRefusal {
  const position = Number(field?.[field.indexOf('lineItems') + 1])
  return { line: Number.isInteger(position) ? position : null, because: becauseOf(code, message) }
}

function becauseOf(code: string | null, message: string): string {
  switch (code) {
    case 'BUNDLED_ITEM':
      return 'it is a bundle, whose parts are moved instead'
    case 'UNTRACKED_ITEM':
      return 'its stock is not tracked'
    case 'ITEM_NOT_FOUND':
      return 'the product is gone'
    case 'INVENTORY_STATE_NOT_ACTIVE':
      return 'it is not stocked at both locations'
    case 'LOCATION_NOT_ACTIVE':
    case 'LOCATION_NOT_FOUND':
      return 'a location is closed or gone'
    default:
      return `it answered “${message}”`
  }
}
