import type { Collection } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import type { ChangeNotice } from '../store/store-change.ts'
import { itemPayload, shipmentPayload, transferPayload } from './payloads/inbound-payload.ts'
import { orderPayload, refundPayload } from './payloads/order-payload.ts'
import { deletedProductPayload, productPayload } from './payloads/product-payload.ts'
import { restTime } from './payloads/rest-form.ts'
import { levelPayload, shopPayload } from './payloads/shop-payload.ts'

/** Returns the payload of a change, as things are now. */
export function getPayload(store: ShopStore, { change, at }: ChangeNotice): unknown {
  if ('level' in change) return levelPayload(store, change.level)
  if ('order' in change) return orderPayload(store, change.order)
  if ('refund' in change) return refundPayload(store, change.refund)
  if ('variant' in change) return itemPayload(store, change.variant, at)
  if ('transfer' in change) return transferPayload(store, change.transfer, at)
  if ('shipment' in change) return shipmentPayload(store, change, at)
  if ('product' in change) {
    const payload = change.topic === 'PRODUCTS_DELETE' ? deletedProductPayload : productPayload
    return payload(store, change.product)
  }
  if ('collection' in change) {
    const payload = change.topic === 'COLLECTIONS_DELETE' ? deletedCollectionPayload : collectionPayload
    return payload(store, change.collection)
  }
  return shopPayload(store, at)
}

/** Names the collection, and none of its products. */
function collectionPayload(store: ShopStore, collection: Collection) {
  const { index, title, updatedAt } = collection
  return {
    ...deletedCollectionPayload(store, collection),
    updated_at: restTime(store, updatedAt),
    body_html: null,
    published_at: restTime(store, updatedAt),
    sort_order: 'best-selling',
    template_suffix: null,
    published_scope: 'web',
    title,
    handle: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    admin_graphql_api_id: store.ids.toGid('Collection', index),
  }
}

function deletedCollectionPayload(store: ShopStore, { index }: Collection) {
  return { id: store.ids.toNumber('Collection', index) }
}
