import type { ShopStore } from '../store/shop-store.ts'
import type { ChangeNotice } from '../store/store-change.ts'
import { orderPayload, refundPayload } from './payloads/order-payload.ts'
import { deletedProductPayload, productPayload } from './payloads/product-payload.ts'
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
    case 'shop':
      return { topic: 'SHOP_UPDATE', payload: () => shopPayload(store, at) }
  }
}
