import type { ShopStore } from '../store/shop-store.ts'
import type { Listing } from './listing.ts'

const MAX_KEPT = 12

interface Kept {
  version: number
  listings: Map<string, Listing<unknown>>
}

const kept = new WeakMap<ShopStore, Kept>()

/**
 * Returns a cached list until the store changes, because sorting many orders for every page would be slow.
 */
export function keptListing<Node>(store: ShopStore, key: string, make: () => Listing<Node>): Listing<Node> {
  let ofStore = kept.get(store)
  if (!ofStore || ofStore.version !== store.version || ofStore.listings.size > MAX_KEPT) {
    ofStore = { version: store.version, listings: new Map() }
    kept.set(store, ofStore)
  }
  const known = ofStore.listings.get(key)
  if (known) return known as Listing<Node>
  const made = make()
  ofStore.listings.set(key, made as Listing<unknown>)
  return made
}
