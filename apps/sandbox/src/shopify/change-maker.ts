import type { ShopStore } from './store/shop-store.ts'

/** A change that the shop's state does not allow; the message says why, for people. */
export class ChangeRefusal extends Error {}

export interface ChangeMaker<Change> {
  /** Throws a ChangeRefusal when the store, as it is now, does not allow the change. */
  check?(store: ShopStore, change: Change): void
  make(store: ShopStore, change: Change, at: number): void
}

export type ChangeMakers<Change extends { kind: string }> = {
  [Kind in Change['kind']]: ChangeMaker<Extract<Change, { kind: Kind }>>
}
