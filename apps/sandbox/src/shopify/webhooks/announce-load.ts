import { DAY_MS } from '../store/calendar.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { orderPayload } from './payloads/order-payload.ts'
import { deletedProductPayload, productPayload } from './payloads/product-payload.ts'
import { levelPayload } from './payloads/shop-payload.ts'
import type { Webhooks } from './webhooks.ts'

/** Older orders of a file are history, which an app reads by itself. */
const RECENT_MS = 7 * DAY_MS

/** Sends the burst of webhooks of a store that was replaced: what went, what came, its stock and its orders of the last week. */
export function announceLoad(
  webhooks: Webhooks,
  store: ShopStore,
  before: ShopStore | null,
  at: number,
): void {
  const shop = store.profile.domain
  for (const product of before?.products ?? []) {
    if (!product.isDeleted)
      webhooks.send(shop, 'PRODUCTS_DELETE', () => deletedProductPayload(before!, product), at)
  }
  for (const product of store.products) {
    webhooks.send(shop, 'PRODUCTS_CREATE', () => productPayload(store, product), at)
  }
  for (const level of store.variants.flatMap(({ levels }) => levels)) {
    webhooks.send(shop, 'INVENTORY_LEVELS_UPDATE', () => levelPayload(store, level), at)
  }
  for (let order = 0; order < store.orders.orderCount; order++) {
    if (store.orders.createdAt[order]! < at - RECENT_MS) continue
    webhooks.send(shop, 'ORDERS_CREATE', () => orderPayload(store, order), at)
  }
}
