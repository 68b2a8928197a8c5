import type { Shipment, Transfer } from './inbound-book.ts'
import type { Collection, Level, Product, Refund, Variant } from './model.ts'

/** What changed, by the topic of its webhook. */
export type StoreChange =
  | { topic: 'INVENTORY_LEVELS_UPDATE'; level: Level }
  | { topic: `ORDERS_${'CREATE' | 'UPDATED' | 'CANCELLED'}`; order: number }
  | { topic: 'REFUNDS_CREATE'; refund: Refund }
  | { topic: `PRODUCTS_${'CREATE' | 'UPDATE' | 'DELETE'}`; product: Product }
  | { topic: `COLLECTIONS_${'CREATE' | 'UPDATE' | 'DELETE'}`; collection: Collection }
  | { topic: 'INVENTORY_ITEMS_UPDATE'; variant: Variant }
  | { topic: `INVENTORY_TRANSFERS_${TransferEvent}`; transfer: Transfer }
  | { topic: ShipmentTopic; shipment: Shipment }
  | { topic: 'SHOP_UPDATE' }

type TransferEvent = 'READY_TO_SHIP' | 'UPDATED' | 'COMPLETE' | 'CANCEL'
export type ShipmentTopic = `INVENTORY_SHIPMENTS_${'CREATE' | 'MARK_IN_TRANSIT' | 'RECEIVE_ITEMS'}`

export interface ChangeNotice {
  change: StoreChange
  at: number
  /** Counts the store's changes from 1; the same history has the same numbers. */
  sequence: number
}
