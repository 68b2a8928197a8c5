import { levelIndex } from '../../graphql/read-inventory.ts'
import type { Level, Location } from '../../store/model.ts'
import type { ShopStore } from '../../store/shop-store.ts'
import { inventedBuyer } from './invented-buyer.ts'
import { restTime } from './rest-form.ts'

export function levelPayload(store: ShopStore, level: Level) {
  const { ids } = store
  const item = ids.numberOf('InventoryItem', level.variant.index)
  return {
    inventory_item_id: item,
    location_id: ids.numberOf('Location', level.location.index),
    available: level.available,
    updated_at: restTime(store, level.updatedAt),
    admin_graphql_api_id: `${ids.gidOf('InventoryLevel', levelIndex(store, level))}?inventory_item_id=${item}`,
  }
}

export function locationPayload(store: ShopStore, location: Location) {
  const { ids } = store
  return {
    id: ids.numberOf('Location', location.index),
    admin_graphql_api_id: ids.gidOf('Location', location.index),
    name: location.name,
    active: true,
    legacy: false,
    created_at: restTime(store, store.createdAt),
    updated_at: restTime(store, location.updatedAt),
  }
}

export function shopPayload(store: ShopStore, at: number) {
  const { ids, profile } = store
  return {
    id: ids.numberOf('Shop', 0),
    name: profile.name,
    email: profile.email,
    customer_email: profile.email,
    domain: profile.domain,
    myshopify_domain: profile.domain,
    country_code: profile.countryCode,
    currency: profile.currencyCode,
    iana_timezone: profile.timeZone,
    timezone: profile.timeZone,
    plan_name: 'partner_test',
    created_at: restTime(store, store.createdAt),
    updated_at: restTime(store, at),
  }
}

export function shopRedactPayload(store: ShopStore) {
  return { shop_id: store.ids.numberOf('Shop', 0), shop_domain: store.profile.domain }
}

/** Both requests about one buyer name them and their orders. */
export function customerPayload(
  store: ShopStore,
  topic: 'customers/data_request' | 'customers/redact',
  request: number,
) {
  const order = Math.max(0, store.orders.orderCount - 1)
  const { id, email, phone } = inventedBuyer(store.profile.domain, order).customer
  const orders = [store.ids.numberOf('Order', order)]
  const about = { ...shopRedactPayload(store), customer: { id, email, phone } }
  return topic === 'customers/redact'
    ? { ...about, orders_to_redact: orders }
    : { ...about, orders_requested: orders, data_request: { id: request } }
}
