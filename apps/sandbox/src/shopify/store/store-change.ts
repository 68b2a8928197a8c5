import type { Level, Product, Refund } from './model.ts'

export type StoreChange =
  | { kind: 'level'; level: Level }
  | { kind: 'order'; topic: 'create' | 'updated' | 'cancelled'; order: number }
  | { kind: 'refund'; refund: Refund }
  | { kind: 'product'; topic: 'create' | 'update' | 'delete'; product: Product }
  | { kind: 'shop' }

export interface ChangeNotice {
  change: StoreChange
  at: number
  /** Counts the store's changes from 1; the same history has the same numbers. */
  sequence: number
}
