import { ChangeRefusal } from './refusal.ts'
import {
  cancelTransfer,
  createTransfer,
  hideStatus,
  orderFromSupplier,
  receiveShipment,
  shipTransfer,
  trackShipment,
} from './store/change-inbound.ts'
import { type Shipment, type Transfer, unreceived, unshipped } from './store/inbound-book.ts'
import type { Location } from './store/model.ts'
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
  | { kind: 'shipment_tracked'; shipment: number; arrivesAt: number | null }
  | { kind: 'shipment_received'; shipment: number; units: number | null; rejected: number }

const KINDS: ReadonlySet<string> = new Set<InboundChange['kind']>([
  'supplier_ordered',
  'transfer_created',
  'transfer_shipped',
  'transfer_canceled',
  'transfer_hidden',
  'shipment_tracked',
  'shipment_received',
])

export function isInbound<Change extends { kind: string }>(change: Change): change is Change & InboundChange {
  return KINDS.has(change.kind)
}

/** Throws a ChangeRefusal when the store, as it is now, does not allow the change. */
export function checkInbound(store: ShopStore, change: InboundChange): void {
  switch (change.kind) {
    case 'supplier_ordered':
      checkLines(store, change.lines)
      return
    case 'transfer_created':
      if (change.origin === change.location) throw new ChangeRefusal('Origin and destination are the same.')
      checkLines(store, change.lines)
      return
    case 'transfer_shipped':
    case 'transfer_canceled': {
      const transfer = getTransfer(store, change.transfer)
      const isOpen = transfer.status === 'READY_TO_SHIP' || transfer.status === 'IN_PROGRESS'
      if (!isOpen || transfer.lines.every((line) => unshipped(transfer, line) === 0))
        throw new ChangeRefusal('Nothing is left to ship on this transfer.')
      return
    }
    case 'transfer_hidden':
      getTransfer(store, change.transfer)
      return
    case 'shipment_tracked':
    case 'shipment_received': {
      const shipment = getShipment(store, change.shipment)
      if (shipment.lines.every((line) => unreceived(line) === 0))
        throw new ChangeRefusal('The shipment was received already.')
    }
  }
}

export function applyInbound(store: ShopStore, change: InboundChange, at: number): void {
  switch (change.kind) {
    case 'supplier_ordered': {
      const { supplierName, orderedAt, location, lines } = change
      const destination = getLocation(store, location)
      orderFromSupplier(store, { supplierName, orderedAt, destination, lines: getLines(store, lines) }, at)
      return
    }
    case 'transfer_created': {
      const { key, origin, location, lines } = change
      const from = origin === null ? null : getLocation(store, origin)
      createTransfer(
        store,
        { key, origin: from, destination: getLocation(store, location), lines: getLines(store, lines) },
        at,
      )
      return
    }
    case 'transfer_shipped':
      shipTransfer(store, getTransfer(store, change.transfer), change, at)
      return
    case 'transfer_canceled':
      cancelTransfer(store, getTransfer(store, change.transfer), at)
      return
    case 'transfer_hidden':
      hideStatus(store, getTransfer(store, change.transfer), at)
      return
    case 'shipment_tracked':
      trackShipment(store, getShipment(store, change.shipment), change.arrivesAt, at)
      return
    case 'shipment_received':
      receiveShipment(store, getShipment(store, change.shipment), change, at)
      return
  }
}

function checkLines(store: ShopStore, lines: readonly LineOf[]): void {
  for (const { variant } of getLines(store, lines)) {
    if (!variant.isTracked) throw new ChangeRefusal('The stock of this variant is not tracked.')
    if (variant.product.isDeleted) throw new ChangeRefusal('The product was deleted.')
  }
}

function getLines(store: ShopStore, lines: readonly LineOf[]) {
  return lines.map(({ variant: index, quantity }) => {
    const variant = store.variants[index]
    if (!variant) throw new RangeError(`no variant ${index}`)
    return { variant, quantity }
  })
}

function getLocation(store: ShopStore, index: number): Location {
  const location = store.locations[index]
  if (!location) throw new RangeError(`no location ${index}`)
  return location
}

function getTransfer(store: ShopStore, index: number): Transfer {
  const transfer = store.inbound.transfers[index]
  if (!transfer) throw new RangeError(`no transfer ${index}`)
  return transfer
}

function getShipment(store: ShopStore, index: number): Shipment {
  const shipment = store.inbound.shipments[index]
  if (!shipment) throw new RangeError(`no shipment ${index}`)
  return shipment
}
