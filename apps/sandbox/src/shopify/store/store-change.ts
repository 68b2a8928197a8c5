import type { Level, Location, Product, Refund } from './model.ts'

export type StoreChange =
  | { kind: 'level'; level: Level }
  | { kind: 'order'; topic: 'create' | 'updated' | 'cancelled'; order: number }
  | { kind: 'order_edit'; order: number; line: number; removed: number }
  | { kind: 'refund'; refund: Refund }
  | { kind: 'product'; topic: 'create' | 'update' | 'delete'; product: Product }
  | { kind: 'location'; location: Location }
  | { kind: 'shop' }

export interface ChangeNotice {
  change: StoreChange
  at: number
  /** Counts the store's changes from 1; the same history has the same numbers. */
  sequence: number
}
