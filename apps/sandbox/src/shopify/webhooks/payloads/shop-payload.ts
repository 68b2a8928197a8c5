import { levelIndex } from '../../graphql/read-inventory.ts'
import type { Level } from '../../store/model.ts'
import type { ShopStore } from '../../store/shop-store.ts'
import { restTime } from './rest-form.ts'

export function levelPayload(store: ShopStore, level: Level) {
  const { ids } = store
  const item = ids.toNumber('InventoryItem', level.variant.index)
  return {
    inventory_item_id: item,
    location_id: ids.toNumber('Location', level.location.index),
    available: level.available,
    updated_at: restTime(store, level.updatedAt),
    admin_graphql_api_id: `${ids.toGid('InventoryLevel', levelIndex(store, level))}?inventory_item_id=${item}`,
  }
}

export function shopPayload(store: ShopStore, at: number) {
  const { ids, profile } = store
  return {
    id: ids.toNumber('Shop', 0),
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
  return { shop_id: store.ids.toNumber('Shop', 0), shop_domain: store.profile.domain }
}
