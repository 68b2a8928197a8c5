import { type InboundLine, type Shipment, type Transfer, unreceived, unshipped } from './inbound-book.ts'
import type { Location } from './model.ts'
import type { ShopStore } from './shop-store.ts'

type NewLines = readonly Pick<InboundLine, 'variant' | 'quantity'>[]

/** Places an order with a supplier; its transfer is ready to ship, so that its units are incoming. */
export function orderFromSupplier(
  store: ShopStore,
  order: { supplierName: string; orderedAt: number; destination: Location; lines: NewLines },
  at: number,
): void {
  const { inbound } = store
  const { lines, destination } = order
  const index = inbound.purchaseOrders.length
  const placed = { ...order, index, name: `#PO${index + 1}`, status: 'ORDERED' as const, transfers: [] }
  const transfer = createTransfer(store, { origin: null, destination, lines }, at)
  inbound.purchaseOrders.push({
    ...placed,
    lines: inbound.getLines('purchaseOrder', lines),
    transfers: [transfer],
  })
}

/** Creates a transfer that is ready to ship. Units of another location are no longer available there. */
export function createTransfer(
  store: ShopStore,
  wanted: Pick<Transfer, 'origin' | 'destination' | 'key'> & { lines: NewLines },
  at: number,
): Transfer {
  const { inbound } = store
  const index = inbound.transfers.length
  const transfer: Transfer = {
    ...wanted,
    index,
    name: `#T${String(index + 1).padStart(4, '0')}`,
    status: 'READY_TO_SHIP',
    createdAt: at,
    lines: inbound.getLines('transfer', wanted.lines),
    shipments: [],
  }
  inbound.transfers.push(transfer)
  for (const { variant, quantity } of transfer.lines) {
    store.move(variant.levels[transfer.destination.index]!, { incoming: quantity }, at)
    if (transfer.origin) store.move(variant.levels[transfer.origin.index]!, { available: -quantity }, at)
  }
  store.announce({ kind: 'transfer', topic: 'ready_to_ship', transfer }, at)
  return transfer
}

/** Ships what is left of a transfer, or as many units of each of its products. */
export function shipTransfer(
  store: ShopStore,
  transfer: Transfer,
  { arrivesAt, units }: { arrivesAt: number | null; units: number | null },
  at: number,
): void {
  const { inbound } = store
  const left = transfer.lines
    .map((line) => ({
      ...line,
      quantity: Math.min(units ?? Number.POSITIVE_INFINITY, unshipped(transfer, line)),
    }))
    .filter(({ quantity }) => quantity > 0)
  const shipment: Shipment = {
    index: inbound.shipments.length,
    transfer,
    status: 'IN_TRANSIT',
    receivedAt: null,
    arrivesAt,
    lines: inbound.getLines('shipment', left).map((line) => ({ ...line, accepted: 0, rejected: 0 })),
  }
  inbound.shipments.push(shipment)
  transfer.shipments.push(shipment)
  transfer.status = 'IN_PROGRESS'
  store.announce({ kind: 'shipment', topic: 'create', shipment }, at)
  store.announce({ kind: 'shipment', topic: 'mark_in_transit', shipment }, at)
  store.announce({ kind: 'transfer', topic: 'updated', transfer }, at)
}

export function trackShipment(
  store: ShopStore,
  shipment: Shipment,
  arrivesAt: number | null,
  at: number,
): void {
  shipment.arrivesAt = arrivesAt
  store.announce({ kind: 'shipment', topic: 'update_tracking', shipment }, at)
}

/** Receives what is left of a shipment, or as many units of each of its products; `rejected` of them are refused. */
export function receiveShipment(
  store: ShopStore,
  shipment: Shipment,
  { units, rejected }: { units: number | null; rejected: number },
  at: number,
): void {
  const { transfer } = shipment
  for (const line of shipment.lines) {
    const received = Math.min(units ?? Number.POSITIVE_INFINITY, unreceived(line))
    const refused = Math.min(rejected, received)
    if (received === 0) continue
    line.accepted += received - refused
    line.rejected += refused
    const level = line.variant.levels[transfer.destination.index]!
    store.move(level, { available: received - refused, incoming: -received }, at)
  }
  shipment.receivedAt ??= at
  shipment.status = shipment.lines.every((line) => unreceived(line) === 0) ? 'RECEIVED' : 'PARTIALLY_RECEIVED'
  store.announce({ kind: 'shipment', topic: 'receive_items', shipment }, at)
  const isComplete =
    transfer.lines.every((line) => unshipped(transfer, line) === 0) &&
    transfer.shipments.every(({ status }) => status === 'RECEIVED')
  if (isComplete) transfer.status = 'TRANSFERRED'
  store.announce({ kind: 'transfer', topic: isComplete ? 'complete' : 'updated', transfer }, at)
}

/** Cancels what was not shipped; units of another location are available there again. */
export function cancelTransfer(store: ShopStore, transfer: Transfer, at: number): void {
  for (const line of transfer.lines) {
    const quantity = unshipped(transfer, line)
    store.move(line.variant.levels[transfer.destination.index]!, { incoming: -quantity }, at)
    if (transfer.origin) store.move(line.variant.levels[transfer.origin.index]!, { available: quantity }, at)
  }
  transfer.status = 'CANCELED'
  store.announce({ kind: 'transfer', topic: 'cancel', transfer }, at)
}

/** Gives a transfer the status of one that the API version does not know. */
export function hideStatus(store: ShopStore, transfer: Transfer, at: number): void {
  transfer.status = 'OTHER'
  store.announce({ kind: 'transfer', topic: 'updated', transfer }, at)
}
