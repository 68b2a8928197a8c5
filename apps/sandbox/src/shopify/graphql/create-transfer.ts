import type { ReadContext } from './readers.ts'
import { requireKey, type UserError } from './user-errors.ts'

export interface TransferArguments {
  input: {
    originLocationId?: string | null
    destinationLocationId?: string | null
    lineItems: { inventoryItemId: string; quantity: number }[]
  }
}

/** Creates a transfer that is ready to ship, or nothing. A key that was used creates none again; a call without one is refused. */
export function createTransferReadyToShip({ input }: TransferArguments, context: ReadContext) {
  const { store } = context
  const key = requireKey(context.idempotencyKey)
  const made = store.inbound.transfers.find((transfer) => transfer.key === key)
  if (made) return { inventoryTransfer: made, userErrors: [] }
  const origin = store.ids.indexOf('Location', input.originLocationId ?? '') ?? -1
  const location = store.ids.indexOf('Location', input.destinationLocationId ?? '') ?? -1
  const notFound = (field: string) => wrong('LOCATION_NOT_FOUND', field, 'The location was not found.')
  const same = 'TRANSFER_ORIGIN_CANNOT_BE_THE_SAME_AS_DESTINATION'
  const userErrors = [
    ...(store.locations[origin] ? [] : notFound('originLocationId')),
    ...(store.locations[location] ? [] : notFound('destinationLocationId')),
    ...(origin === location ? wrong(same, 'originLocationId', 'Origin and destination are the same.') : []),
    ...(input.lineItems.length === 0 ? wrong('ITEMS_EMPTY', 'lineItems', 'Line items cannot be empty.') : []),
    ...input.lineItems.flatMap((line, i) => wrongLine(line, i, context)),
  ]
  if (userErrors.length > 0) return { inventoryTransfer: null, userErrors }
  const lines = input.lineItems.map(({ inventoryItemId, quantity }) => ({
    variant: store.ids.indexOf('InventoryItem', inventoryItemId)!,
    quantity,
  }))
  context.createTransfer({ key, origin, location, lines })
  return { inventoryTransfer: store.inbound.transfers.at(-1), userErrors: [] }
}

function wrong(code: string, field: string, message: string): UserError[] {
  return [{ code, field: ['input', field], message }]
}

function wrongLine(
  line: TransferArguments['input']['lineItems'][number],
  index: number,
  { store }: ReadContext,
): UserError[] {
  const field = ['input', 'lineItems', String(index), 'inventoryItemId']
  const variant = store.variants[store.ids.indexOf('InventoryItem', line.inventoryItemId) ?? -1]
  if (!variant || variant.product.isDeleted)
    return [{ code: 'ITEM_NOT_FOUND', field, message: 'The inventory item was not found.' }]
  if (!variant.isTracked)
    return [{ code: 'UNTRACKED_ITEM', field, message: 'The inventory item is not tracked.' }]
  return []
}
