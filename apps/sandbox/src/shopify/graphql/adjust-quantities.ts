import type { ReadContext } from './readers.ts'
import { refused, requireKey, type UserError } from './user-errors.ts'

interface Change {
  delta: number
  inventoryItemId: string
  locationId: string
  changeFromQuantity?: number | null
}

export interface AdjustArguments {
  input: { name: string; reason: string; changes: Change[] }
}

/** Shopify's list of reasons: shopify.dev, manage inventory quantities and states. */
const REASONS = new Set([
  'correction',
  'cycle_count_available',
  'damaged',
  'movement_created',
  'movement_updated',
  'movement_received',
  'movement_canceled',
  'other',
  'promotion',
  'quality_control',
  'received',
  'reservation_created',
  'reservation_deleted',
  'reservation_updated',
  'restock',
  'safety_stock',
  'shrinkage',
])
const MAX_CHANGES = 250

/** Makes all changes or none. An idempotency key that was used before changes nothing; a call without a key is refused. */
export function adjustQuantities({ input }: AdjustArguments, context: ReadContext) {
  const { store } = context
  const key = requireKey(context.idempotencyKey)
  if (input.changes.length > MAX_CHANGES)
    throw refused(
      'MAX_INPUT_SIZE_EXCEEDED',
      `The input array size of ${input.changes.length} is greater than the maximum allowed of ${MAX_CHANGES}.`,
    )
  const changes = input.changes.map(({ delta, inventoryItemId, locationId }) => ({
    variant: store.ids.indexOf('InventoryItem', inventoryItemId) ?? -1,
    location: store.ids.indexOf('Location', locationId) ?? -1,
    delta,
  }))
  const used = store.adjustments.get(key)
  if (used) return { userErrors: JSON.stringify(used) === JSON.stringify(changes) ? [] : [mismatch] }
  const wrong = input.changes.flatMap((change, index) => wrongChange(change, index, context))
  const userErrors = [...wrongInput(input), ...wrong]
  if (userErrors.length === 0) context.adjustStock({ key, changes })
  return { userErrors }
}

const mismatch: UserError = {
  code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
  field: ['input'],
  message: 'The same idempotency key cannot be used with different operation parameters.',
}

function wrongInput({ name, reason }: AdjustArguments['input']): UserError[] {
  const wrong = (code: string, field: string, what: string) => [
    { code, field: ['input', field], message: `The specified ${what} is invalid.` },
  ]
  return [
    ...(name === 'available' ? [] : wrong('INVALID_QUANTITY_NAME', 'name', 'quantity name')),
    ...(REASONS.has(reason) ? [] : wrong('INVALID_REASON', 'reason', 'reason')),
  ]
}

function wrongChange(change: Change, index: number, { store }: ReadContext): UserError[] {
  const wrong = (code: string, field: string, message: string) => [
    { code, field: ['input', 'changes', String(index), field], message },
  ]
  const variant = store.variants[store.ids.indexOf('InventoryItem', change.inventoryItemId) ?? -1]
  if (!variant || variant.product.isDeleted)
    return wrong(
      'INVALID_INVENTORY_ITEM',
      'inventoryItemId',
      'The specified inventory item could not be found.',
    )
  if (!variant.isTracked)
    return wrong(
      'NON_MUTABLE_INVENTORY_ITEM',
      'inventoryItemId',
      'The specified inventory item is not allowed to be adjusted via API.',
    )
  const level = variant.levels[store.ids.indexOf('Location', change.locationId) ?? -1]
  if (!level) return wrong('INVALID_LOCATION', 'locationId', 'The specified location could not be found.')
  const { changeFromQuantity: expected } = change
  if (expected === null || expected === undefined || expected === level.available) return []
  return wrong(
    'CHANGE_FROM_QUANTITY_STALE',
    'changeFromQuantity',
    'The changeFromQuantity argument no longer matches the persisted quantity.',
  )
}
