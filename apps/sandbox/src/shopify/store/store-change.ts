import type { Shipment, Transfer } from './inbound-book.ts'
import type { Collection, Level, Product, Refund, Variant } from './model.ts'

export type StoreChange =
  | { kind: 'level'; level: Level }
  | { kind: 'order'; topic: 'create' | 'updated' | 'cancelled'; order: number }
  | { kind: 'refund'; refund: Refund }
  | { kind: 'product'; topic: 'create' | 'update' | 'delete'; product: Product }
  | { kind: 'collection'; topic: 'create' | 'update' | 'delete'; collection: Collection }
  | { kind: 'item'; variant: Variant }
  | { kind: 'transfer'; topic: TransferTopic; transfer: Transfer }
  | { kind: 'shipment'; topic: ShipmentTopic; shipment: Shipment }
  | { kind: 'shop' }

export type TransferTopic = 'ready_to_ship' | 'updated' | 'complete' | 'cancel'
export type ShipmentTopic = 'create' | 'mark_in_transit' | 'receive_items' | 'update_tracking'

export interface ChangeNotice {
  change: StoreChange
  at: number
  /** Counts the store's changes from 1; the same history has the same numbers. */
  sequence: number
}
