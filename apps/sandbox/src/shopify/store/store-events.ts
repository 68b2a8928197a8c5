import type { Variant } from './model.ts'

/** Units of a variant that somebody wants to buy. */
export interface BasketLine {
  variant: Variant
  quantity: number
  preferredLocation: number
}

/** Planned later events of an order, decided when it is placed. */
export interface OrderFate {
  isTest?: boolean
  cancelAfterMs?: number
  /** Half of the first line (at least one unit) is taken off before the order is sent. */
  editAfterMs?: number
  /** The first line comes back. */
  refund?: { afterMs: number; isRestocked: boolean }
}

/** What happens in a shop at a planned time. */
export type StoreEvent =
  | { kind: 'day'; day: number }
  | { kind: 'basket'; lines: readonly BasketLine[]; fate: OrderFate }
  | { kind: 'arrival'; variant: Variant; location: number; quantity: number }
  | { kind: 'fulfil'; order: number }
  | { kind: 'cancel'; order: number }
  | { kind: 'edit'; order: number }
  | { kind: 'refund'; order: number; isRestocked: boolean }
