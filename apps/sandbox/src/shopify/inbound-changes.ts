import { type ChangeMakers, ChangeRefusal } from './change-maker.ts'
import {
  type InboundLine,
  type Shipment,
  type Transfer,
  unreceived,
  unshipped,
} from './store/inbound-book.ts'
import type { ShopStore } from './store/shop-store.ts'

interface LineOf {
  variant: number
  quantity: number
}

/** What is done to orders from suppliers, transfers and shipments; each by its index in the store. */
export type InboundChange =
  | { kind: 'supplier_ordered'; supplierName: string; orderedAt: number; location: number; lines: LineOf[] }
  | { kind: 'transfer_created'; key?: string; origin: number | null; location: number; lines: LineOf[] }
  | { kind: 'transfer_shipped'; transfer: number; arrivesAt: number | null; units: number | null }
  | { kind: 'transfer_canceled'; transfer: number }
  | { kind: 'transfer_hidden'; transfer: number }
  | { kind: 'shipment_received'; shipment: number; units: number | null; rejected: number }

export const inboundMakers: ChangeMakers<InboundChange> = {
  // Creates the order with a transfer that is ready to ship, so that its units are incoming.
  supplier_ordered: {
    check: (store, { lines }) => checkLines(store, lines),
    make: (store, { supplierName, orderedAt, location, lines }, at) => {
      const { purchaseOrders } = store.inbound
      const destination = store.locations[location]!
      const transfer = createTransfer(store, { origin: null, destination, lines: getLines(store, lines) }, at)
      purchaseOrders.push({
        index: purchaseOrders.length,
        name: `#PO${purchaseOrders.length + 1}`,
        status: 'ORDERED',
        supplierName,
        orderedAt,
        destination,
        lines: store.inbound.getLines('purchaseOrder', getLines(store, lines)),
        transfers: [transfer],
      })
    },
  },
  transfer_created: {
    check: (store, { origin, location, lines }) => {
      if (origin === location) throw new ChangeRefusal('Origin and destination are the same.')
      checkLines(store, lines)
    },
    make: (store, { key, origin: from, location, lines }, at) => {
      const origin = from === null ? null : store.locations[from]!
      const destination = store.locations[location]!
      createTransfer(store, { key, origin, destination, lines: getLines(store, lines) }, at)
    },
  },
  // Ships what is left, or `units` of each product.
  transfer_shipped: {
    check: checkOpen,
    make: (store, { transfer: index, arrivesAt, units }, at) => {
      const { inbound } = store
      const transfer = inbound.transfers[index]!
      const most = units ?? Number.POSITIVE_INFINITY
      const left = transfer.lines
        .map((line) => ({ ...line, quantity: Math.min(most, unshipped(transfer, line)) }))
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
      store.announce({ topic: 'INVENTORY_SHIPMENTS_CREATE', shipment }, at)
      store.announce({ topic: 'INVENTORY_SHIPMENTS_MARK_IN_TRANSIT', shipment }, at)
      store.announce({ topic: 'INVENTORY_TRANSFERS_UPDATED', transfer }, at)
    },
  },
  // Cancels what was not shipped; units of another location are available there again.
  transfer_canceled: {
    check: checkOpen,
    make: (store, { transfer: index }, at) => {
      const transfer = store.inbound.transfers[index]!
      for (const line of transfer.lines)
        reserve(store, transfer, { ...line, quantity: -unshipped(transfer, line) }, at)
      transfer.status = 'CANCELED'
      store.announce({ topic: 'INVENTORY_TRANSFERS_CANCEL', transfer }, at)
    },
  },
  // Gives it the status of one that the API version does not know.
  transfer_hidden: {
    make: (store, { transfer: index }, at) => {
      const transfer = store.inbound.transfers[index]!
      transfer.status = 'OTHER'
      store.announce({ topic: 'INVENTORY_TRANSFERS_UPDATED', transfer }, at)
    },
  },
  // Receives what is left, or `units` of each product; `rejected` of them are refused.
  shipment_received: {
    check: ({ inbound }, { shipment }) => {
      if (inbound.shipments[shipment]!.lines.every((line) => unreceived(line) === 0))
        throw new ChangeRefusal('The shipment was received already.')
    },
    make: (store, { shipment: index, units, rejected }, at) => {
      const shipment = store.inbound.shipments[index]!
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
      const isReceived = shipment.lines.every((line) => unreceived(line) === 0)
      shipment.status = isReceived ? 'RECEIVED' : 'PARTIALLY_RECEIVED'
      store.announce({ topic: 'INVENTORY_SHIPMENTS_RECEIVE_ITEMS', shipment }, at)
      const isComplete =
        transfer.lines.every((line) => unshipped(transfer, line) === 0) &&
        transfer.shipments.every(({ status }) => status === 'RECEIVED')
      if (isComplete) transfer.status = 'TRANSFERRED'
      const topic = isComplete ? 'INVENTORY_TRANSFERS_COMPLETE' : 'INVENTORY_TRANSFERS_UPDATED'
      store.announce({ topic, transfer }, at)
    },
  },
}

/** Creates a transfer that is ready to ship. */
function createTransfer(
  store: ShopStore,
  wanted: Pick<Transfer, 'origin' | 'destination' | 'key'> & { lines: ReturnType<typeof getLines> },
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
  for (const line of transfer.lines) reserve(store, transfer, line, at)
  store.announce({ topic: 'INVENTORY_TRANSFERS_READY_TO_SHIP', transfer }, at)
  return transfer
}

/** Makes units incoming at the destination, and no longer available at the origin if there is one. */
function reserve(
  store: ShopStore,
  { origin, destination }: Transfer,
  { variant, quantity }: InboundLine,
  at: number,
): void {
  store.move(variant.levels[destination.index]!, { incoming: quantity }, at)
  if (origin) store.move(variant.levels[origin.index]!, { available: -quantity }, at)
}

function checkOpen({ inbound }: ShopStore, change: { transfer: number }): void {
  const transfer = inbound.transfers[change.transfer]!
  const isOpen = transfer.status === 'READY_TO_SHIP' || transfer.status === 'IN_PROGRESS'
  if (!isOpen || transfer.lines.every((line) => unshipped(transfer, line) === 0))
    throw new ChangeRefusal('Nothing is left to ship on this transfer.')
}

function checkLines(store: ShopStore, lines: readonly LineOf[]): void {
  for (const { variant } of getLines(store, lines)) {
    if (!variant.isTracked) throw new ChangeRefusal('The stock of this variant is not tracked.')
    if (variant.product.isDeleted) throw new ChangeRefusal('The product was deleted.')
  }
}

function getLines({ variants }: ShopStore, lines: readonly LineOf[]) {
  return lines.map(({ variant, quantity }) => ({ variant: variants[variant]!, quantity }))
}
