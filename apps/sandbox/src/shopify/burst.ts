import { pick, type Random, randomFrom, wholeBetween } from '../random.ts'
import type { ShopChange } from './shop-entry.ts'
import type { Shops } from './shops.ts'
import type { ShopStore } from './store/shop-store.ts'

/** Approximate number of each kind in 100 changes. */
const SHARES: readonly [ShopChange['kind'], number][] = [
  ['sold', 52],
  ['received', 14],
  ['order_cancelled', 7],
  ['order_edited', 7],
  ['order_refunded', 8],
  ['price_changed', 6],
  ['product_edited', 6],
]
/** Cancellations, edits and refunds choose one of the latest orders that allow them. */
const ORDERS_CHOSEN_FROM = 400
const ORDERS_LOOKED_AT = 5000
const MAX_SOLD = 3

/** Makes random changes to a store; the same store and seed give the same changes. Returns the number of each kind. */
export function makeBurst(
  shops: Shops,
  domain: string,
  burst: { events: number; seed: number },
): Record<string, number> {
  const random = randomFrom(burst.seed)
  const made: Record<string, number> = {}
  for (let count = 0; count < burst.events; count++) {
    const store = shops.store(domain)
    const change = drawChange(store, drawKind(random), random) ?? aReceipt(store, random)
    if (!change) break
    shops.change(domain, change)
    made[change.kind] = (made[change.kind] ?? 0) + 1
  }
  return made
}

function drawKind(random: Random): ShopChange['kind'] {
  let left = random() * SHARES.reduce((sum, [, share]) => sum + share, 0)
  for (const [kind, share] of SHARES) {
    left -= share
    if (left < 0) return kind
  }
  return 'sold'
}

/** Draws a change; null for a receipt, or if the store has no object for the change. */
function drawChange(store: ShopStore, kind: ShopChange['kind'], random: Random): ShopChange | null {
  if (kind === 'sold') return aSale(store, random)
  if (kind === 'order_cancelled' || kind === 'order_edited') {
    const order = anOrder(store, random, isUnsent)
    return order === null ? aSale(store, random) : { kind, order }
  }
  if (kind === 'order_refunded') {
    const order = anOrder(store, random, isRefundable)
    return order === null ? null : { kind, order, isRestocked: random() < 0.7 }
  }
  const live = store.liveVariants()
  if (live.length === 0 || kind === 'received') return null
  const variant = pick(random, live)
  if (kind === 'price_changed') {
    return {
      kind,
      variant: variant.index,
      priceCents: variant.priceCents + wholeBetween(random, -50, 100) + 51,
    }
  }
  const base = variant.product.title.replace(/ \(edition \d+\)$/, '')
  return {
    kind: 'product_edited',
    product: variant.product.index,
    title: `${base} (edition ${wholeBetween(random, 2, 99)})`,
  }
}

function aSale(store: ShopStore, random: Random): ShopChange | null {
  const inStock = store.liveVariants().filter((each) => each.isTracked && store.available(each) >= MAX_SOLD)
  if (inStock.length === 0) return null
  return { kind: 'sold', variant: pick(random, inStock).index, quantity: wholeBetween(random, 1, MAX_SOLD) }
}

function aReceipt(store: ShopStore, random: Random): ShopChange | null {
  const tracked = store.liveVariants().filter((each) => each.isTracked)
  if (tracked.length === 0) return null
  const location = wholeBetween(random, 0, store.locations.length - 1)
  const quantity = wholeBetween(random, 5, 40)
  return { kind: 'received', variant: pick(random, tracked).index, location, quantity }
}

function anOrder(
  store: ShopStore,
  random: Random,
  isWanted: (store: ShopStore, order: number) => boolean,
): number | null {
  const { orderCount } = store.orders
  const found: number[] = []
  const last = Math.max(0, orderCount - ORDERS_LOOKED_AT)
  for (let order = orderCount - 1; order >= last && found.length < ORDERS_CHOSEN_FROM; order--) {
    if (isWanted(store, order) && unitsOfFirstLine(store, order) > 0) found.push(order)
  }
  return found.length === 0 ? null : pick(random, found)
}

function isUnsent({ orders }: ShopStore, order: number): boolean {
  return !orders.isFulfilled(order) && !orders.cancelledAt.has(order)
}

function isRefundable({ orders }: ShopStore, order: number): boolean {
  return orders.isFulfilled(order) && !orders.isTest(order)
}

function unitsOfFirstLine({ orders }: ShopStore, order: number): number {
  return orders.lineCurrent[orders.getLines(order).first]!
}
