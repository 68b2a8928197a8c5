import type { InboundLine, Shipment, ShipmentLine, Transfer } from '../../store/inbound-book.ts'
import type { Variant } from '../../store/model.ts'
import type { ShopStore } from '../../store/shop-store.ts'
import type { ShipmentTopic } from '../../store/store-change.ts'
import { money, restTime } from './rest-form.ts'

export function itemPayload(store: ShopStore, variant: Variant, at: number) {
  const { ids } = store
  return {
    id: ids.toNumber('InventoryItem', variant.index),
    sku: variant.sku,
    created_at: restTime(store, variant.product.createdAt),
    updated_at: restTime(store, at),
    requires_shipping: true,
    cost: variant.unitCostCents === null ? null : money(variant.unitCostCents),
    country_code_of_origin: null,
    province_code_of_origin: null,
    harmonized_system_code: null,
    tracked: variant.isTracked,
    country_harmonized_system_codes: [],
    admin_graphql_api_id: ids.toGid('InventoryItem', variant.index),
  }
}

/** Names no origin where the units come from a supplier, which is no location. */
export function transferPayload(store: ShopStore, transfer: Transfer, at: number) {
  const { ids } = store
  const { origin, destination } = transfer
  return {
    id: ids.toGid('InventoryTransfer', transfer.index),
    status: transfer.status.toLowerCase(),
    line_items: transfer.lines.map((line) => linePayload(store, 'InventoryTransferLineItem', line)),
    ...(origin === null ? {} : { origin: { id: ids.toGid('Location', origin.index) } }),
    destination: { id: ids.toGid('Location', destination.index) },
    happened_at: restTime(store, at),
  }
}

export function shipmentPayload(
  store: ShopStore,
  { shipment, topic }: { shipment: Shipment; topic: ShipmentTopic },
  at: number,
) {
  const { ids } = store
  const id = ids.toGid('InventoryShipment', shipment.index)
  const common = {
    inventory_transfer_id: ids.toGid('InventoryTransfer', shipment.transfer.index),
    happened_at: restTime(store, at),
  }
  const arrivesAt = shipment.arrivesAt === null ? null : restTime(store, shipment.arrivesAt)
  const tracking = { tracking_number: null, company: null, tracking_url: null, arrives_at: arrivesAt }
  const status = shipment.status.toLowerCase()
  if (topic === 'INVENTORY_SHIPMENTS_RECEIVE_ITEMS') {
    return {
      id,
      status,
      items_received: shipment.lines.map((line) => receivedPayload(store, line)),
      ...common,
    }
  }
  if (topic === 'INVENTORY_SHIPMENTS_MARK_IN_TRANSIT') return { id, status, ...common }
  const lines = shipment.lines.map((line) => linePayload(store, 'InventoryShipmentLineItem', line))
  return { id, status, line_items: lines, tracking, ...common }
}

function linePayload(
  { ids }: ShopStore,
  type: 'InventoryTransferLineItem' | 'InventoryShipmentLineItem',
  { index, variant, quantity }: InboundLine,
) {
  return {
    id: ids.toGid(type, index),
    inventory_item_id: ids.toGid('InventoryItem', variant.index),
    quantity,
  }
}

function receivedPayload(store: ShopStore, line: ShipmentLine) {
  return {
    ...linePayload(store, 'InventoryShipmentLineItem', line),
    new_accepted_quantity: line.accepted,
    new_rejected_quantity: line.rejected,
  }
}
