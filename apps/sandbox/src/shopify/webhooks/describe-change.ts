import type { Collection } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import type { ChangeNotice } from '../store/store-change.ts'
import { itemPayload, shipmentPayload, transferPayload } from './payloads/inbound-payload.ts'
import { orderPayload, refundPayload } from './payloads/order-payload.ts'
import { deletedProductPayload, productPayload } from './payloads/product-payload.ts'
import { restTime } from './payloads/rest-form.ts'
import { levelPayload, shopPayload } from './payloads/shop-payload.ts'
import type { TopicName } from './topics.ts'

export interface Announcement {
  topic: TopicName
  /** Made only when somebody has subscribed, and at once: it shows the moment of the change. */
  payload(): unknown
}

const ORDER_TOPICS = {
  create: 'ORDERS_CREATE',
  updated: 'ORDERS_UPDATED',
  cancelled: 'ORDERS_CANCELLED',
} as const
const PRODUCT_TOPICS = {
  create: 'PRODUCTS_CREATE',
  update: 'PRODUCTS_UPDATE',
  delete: 'PRODUCTS_DELETE',
} as const
const COLLECTION_TOPICS = {
  create: 'COLLECTIONS_CREATE',
  update: 'COLLECTIONS_UPDATE',
  delete: 'COLLECTIONS_DELETE',
} as const

const TRANSFER_TOPICS = {
  ready_to_ship: 'INVENTORY_TRANSFERS_READY_TO_SHIP',
  updated: 'INVENTORY_TRANSFERS_UPDATED',
  complete: 'INVENTORY_TRANSFERS_COMPLETE',
  cancel: 'INVENTORY_TRANSFERS_CANCEL',
} as const
const SHIPMENT_TOPICS = {
  create: 'INVENTORY_SHIPMENTS_CREATE',
  mark_in_transit: 'INVENTORY_SHIPMENTS_MARK_IN_TRANSIT',
  receive_items: 'INVENTORY_SHIPMENTS_RECEIVE_ITEMS',
  update_tracking: 'INVENTORY_SHIPMENTS_UPDATE_TRACKING',
} as const

export function describeChange(store: ShopStore, { change, at }: ChangeNotice): Announcement {
  switch (change.kind) {
    case 'level':
      return { topic: 'INVENTORY_LEVELS_UPDATE', payload: () => levelPayload(store, change.level) }
    case 'order':
      return { topic: ORDER_TOPICS[change.topic], payload: () => orderPayload(store, change.order) }
    case 'refund':
      return { topic: 'REFUNDS_CREATE', payload: () => refundPayload(store, change.refund) }
    case 'product': {
      const payload = change.topic === 'delete' ? deletedProductPayload : productPayload
      return { topic: PRODUCT_TOPICS[change.topic], payload: () => payload(store, change.product) }
    }
    case 'collection': {
      const payload = change.topic === 'delete' ? deletedCollectionPayload : collectionPayload
      return { topic: COLLECTION_TOPICS[change.topic], payload: () => payload(store, change.collection) }
    }
    case 'item':
      return { topic: 'INVENTORY_ITEMS_UPDATE', payload: () => itemPayload(store, change.variant, at) }
    case 'transfer':
      return {
        topic: TRANSFER_TOPICS[change.topic],
        payload: () => transferPayload(store, change.transfer, at),
      }
    case 'shipment':
      return {
        topic: SHIPMENT_TOPICS[change.topic],
        payload: () => shipmentPayload(store, change, at),
      }
    case 'shop':
      return { topic: 'SHOP_UPDATE', payload: () => shopPayload(store, at) }
  }
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
