import type { NumberedType } from '../store/identifiers.ts'
import {
  type InboundLine,
  type PurchaseOrder,
  type Shipment,
  type ShipmentLine,
  type Transfer,
  unreceived,
} from '../store/inbound-book.ts'
import type { Location } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { type Listing, listingByNumber } from './listing.ts'
import type { ListArguments } from './read-products.ts'
import { dateTime, type Readers, type TypeReaders } from './readers.ts'
import { compileSearch } from './search-query.ts'

type ById = { id: string }

function byIndex<Node extends { index: number }>(
  { ids }: ShopStore,
  type: NumberedType,
  nodes: readonly Node[],
): Listing<Node> {
  return listingByNumber(nodes, ({ index }) => ids.toNumber(type, index))
}

/** The fields of the query root. */
export const inboundRoot = {
  fields: {
    inventoryTransfer: (_source, { id }: ById, { store }) =>
      store.inbound.transfers[store.ids.indexOf('InventoryTransfer', id) ?? -1] ?? null,
    inventoryShipment: (_source, { id }: ById, { store }) =>
      store.inbound.shipments[store.ids.indexOf('InventoryShipment', id) ?? -1] ?? null,
    inventoryPurchaseOrder: (_source, { id }: ById, { store }) =>
      store.inbound.purchaseOrders[store.ids.indexOf('InventoryPurchaseOrder', id) ?? -1] ?? null,
  },
  connections: {
    inventoryTransfers: (_source, args: ListArguments, { store }) => {
      const matches = compileSearch<Transfer>(args.query, { status: ({ status }) => status })
      return byIndex(store, 'InventoryTransfer', store.inbound.transfers.filter(matches))
    },
    inventoryPurchaseOrders: (_source, _args, { store }) =>
      byIndex(store, 'InventoryPurchaseOrder', store.inbound.purchaseOrders),
  },
} satisfies TypeReaders

function getId(type: NumberedType) {
  return (node: { index: number }, _args: never, { store }: { store: ShopStore }) =>
    store.ids.toGid(type, node.index)
}

function snapshot(location: Location | null) {
  return location && { location, name: location.name }
}

function lineReaders(type: NumberedType, quantity: string): TypeReaders {
  return {
    fields: {
      id: getId(type),
      inventoryItem: (line: InboundLine) => (line.variant.product.isDeleted ? null : line.variant),
      [quantity]: (line: InboundLine) => line.quantity,
    },
  }
}

const shipmentLines = lineReaders('InventoryShipmentLineItem', 'quantity')

export const inboundReaders: Readers = {
  InventoryTransfer: {
    fields: {
      id: getId('InventoryTransfer'),
      dateCreated: ({ createdAt }: Transfer) => dateTime(createdAt),
      origin: ({ origin }: Transfer) => snapshot(origin),
      destination: ({ destination }: Transfer) => snapshot(destination),
    },
    connections: {
      lineItems: ({ lines }: Transfer, _args, { store }) =>
        byIndex(store, 'InventoryTransferLineItem', lines),
      shipments: ({ shipments }: Transfer, _args, { store }) =>
        byIndex(store, 'InventoryShipment', shipments),
    },
  },
  InventoryTransferLineItem: lineReaders('InventoryTransferLineItem', 'totalQuantity'),
  InventoryShipment: {
    fields: {
      id: getId('InventoryShipment'),
      dateReceived: ({ receivedAt }: Shipment) => (receivedAt === null ? null : dateTime(receivedAt)),
      tracking: ({ arrivesAt }: Shipment) => ({ arrivesAt: arrivesAt === null ? null : dateTime(arrivesAt) }),
    },
    connections: {
      lineItems: ({ lines }: Shipment, _args, { store }) =>
        byIndex(store, 'InventoryShipmentLineItem', lines),
    },
  },
  InventoryShipmentLineItem: {
    fields: {
      ...shipmentLines.fields,
      acceptedQuantity: ({ accepted }: ShipmentLine) => accepted,
      rejectedQuantity: ({ rejected }: ShipmentLine) => rejected,
      unreceivedQuantity: (line: ShipmentLine) => unreceived(line),
    },
  },
  InventoryPurchaseOrder: {
    fields: {
      id: getId('InventoryPurchaseOrder'),
      orderedAt: ({ orderedAt }: PurchaseOrder) => dateTime(orderedAt),
      origin: ({ supplierName }: PurchaseOrder) => ({ supplierName }),
      destination: ({ destination }: PurchaseOrder) => snapshot(destination),
    },
    connections: {
      lineItems: ({ lines }: PurchaseOrder, _args, { store }) =>
        byIndex(store, 'InventoryPurchaseOrderLineItem', lines),
      transfers: ({ transfers }: PurchaseOrder, _args, { store }) =>
        byIndex(store, 'InventoryTransfer', transfers),
    },
  },
  InventoryPurchaseOrderLineItem: lineReaders('InventoryPurchaseOrderLineItem', 'totalQuantity'),
}
