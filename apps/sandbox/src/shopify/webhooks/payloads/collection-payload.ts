import type { Collection } from '../../store/model.ts'
import type { ShopStore } from '../../store/shop-store.ts'
import { restTime } from './rest-form.ts'

/** Names the collection, and none of its products. */
export function collectionPayload(store: ShopStore, collection: Collection) {
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

export function deletedCollectionPayload(store: ShopStore, { index }: Collection) {
  return { id: store.ids.toNumber('Collection', index) }
}
