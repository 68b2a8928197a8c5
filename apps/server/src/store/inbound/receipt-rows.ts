import { toDay } from '../../kernel/calendar.ts'
import type { StorePurchaseOrder, StoreScheduledReceipt, StoreTransfer } from '../../kernel/connector/rows.ts'
import type { LeadTimeRow, ReceiptRow, TransferOrder } from './queries.ts'

/** What rows are made with: the shop's own locations, and the variants of each inventory item. */
export interface RowContext {
  timeZone: string
  locationIds: ReadonlySet<number>
  variantsOf: ReadonlyMap<number, readonly number[]>
  readAt: Date
}

/** Names a transfer or an order as the source of its rows. */
export const transferSource = (id: number) => `transfer/${id}`
export const orderSource = (id: number) => `purchase_order/${id}`

/**
 * Returns the rows of a transfer to a location of the shop. A transfer from another location of the shop is internal: it was
 * not ordered.
 * A transfer without an order counts as ordered on the day on which it was created.
 */
export function transferRows(
  transfer: StoreTransfer,
  order: Pick<TransferOrder, 'supplier_name' | 'ordered_on'> | undefined,
  context: RowContext,
): ReceiptRow[] {
  const { locationIds, timeZone } = context
  const { originId, destinationId, createdAt } = transfer
  if (transfer.state !== 'open' || destinationId === null || !locationIds.has(destinationId)) return []
  const isInternal = originId !== null && locationIds.has(originId)
  const createdOn = createdAt && toDay(createdAt, timeZone)
  return toRows(transfer.receipts, context, {
    source: transferSource(transfer.id),
    source_name: transfer.name,
    is_internal: isInternal,
    location_id: destinationId,
    from_location_id: isInternal ? originId : null,
    ordered_on: isInternal ? createdOn : (order?.ordered_on ?? createdOn),
    supplier_name: isInternal ? null : (order?.supplier_name ?? null),
  })
}

/** Returns the rows of the units of an order that none of its transfers has. */
export function orderRows(
  order: StorePurchaseOrder,
  transfers: readonly StoreTransfer[],
  context: RowContext,
): ReceiptRow[] {
  if (order.destinationId === null || !context.locationIds.has(order.destinationId)) return []
  const moved = new Map<number, number>()
  for (const { itemId, units } of transfers.flatMap(({ lines }) => lines))
    moved.set(itemId, (moved.get(itemId) ?? 0) + units)
  const receipts = order.lines.flatMap((line): StoreScheduledReceipt[] => {
    const taken = Math.min(line.units, moved.get(line.itemId) ?? 0)
    moved.set(line.itemId, (moved.get(line.itemId) ?? 0) - taken)
    const units = line.units - taken
    const externalId = `purchase_order_line/${line.id}`
    return units > 0
      ? [{ externalId, kind: 'purchase_order', itemId: line.itemId, units, expectedAt: null }]
      : []
  })
  return toRows(receipts, context, {
    source: orderSource(order.id),
    source_name: order.name,
    is_internal: false,
    location_id: order.destinationId,
    from_location_id: null,
    ordered_on: order.orderedAt && toDay(order.orderedAt, context.timeZone),
    supplier_name: order.supplierName,
  })
}

type Common = Pick<
  ReceiptRow,
  | 'source'
  | 'source_name'
  | 'is_internal'
  | 'location_id'
  | 'from_location_id'
  | 'ordered_on'
  | 'supplier_name'
>

function toRows(
  receipts: readonly StoreScheduledReceipt[],
  { timeZone, variantsOf, readAt }: RowContext,
  common: Common,
): ReceiptRow[] {
  return receipts.flatMap(({ externalId, kind, itemId, units, expectedAt }) =>
    (variantsOf.get(itemId) ?? []).map((variantId) => ({
      ...common,
      external_id: externalId,
      variant_id: variantId,
      kind,
      units,
      expected_on: expectedAt && toDay(expectedAt, timeZone),
      read_at: readAt,
    })),
  )
}

/** Returns the order that a transfer belongs to, as it is stored. */
export function transferOrder(
  order: StorePurchaseOrder,
  transfer: StoreTransfer,
  timeZone: string,
): TransferOrder {
  return {
    transfer_id: transfer.id,
    order_id: order.id,
    order_name: order.name,
    supplier_name: order.supplierName,
    ordered_on: order.orderedAt && toDay(order.orderedAt, timeZone),
    is_done: transfer.state === 'ended',
  }
}

/**
 * Returns when each shipment of a transfer was ordered and received. Without an order or its supplier there is nothing to
 * learn from, nor where a shipment was received on the day of its order.
 */
export function leadTimeRows(
  transfer: StoreTransfer,
  order: TransferOrder | undefined,
  timeZone: string,
): LeadTimeRow[] {
  if (order === undefined || order.supplier_name === null || order.ordered_on === null) return []
  const { supplier_name, ordered_on, order_id } = order
  return transfer.received.flatMap(({ id, receivedAt, acceptedUnits }) => {
    const receivedOn = toDay(receivedAt, timeZone)
    if (receivedOn <= ordered_on) return []
    return [
      {
        external_id: `shipment/${id}`,
        source: orderSource(order_id),
        supplier_name,
        ordered_on,
        received_on: receivedOn,
        units: acceptedUnits,
      },
    ]
  })
}
