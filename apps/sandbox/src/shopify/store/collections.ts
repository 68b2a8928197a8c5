import type { Collection, Product } from './model.ts'
import type { ShopStore } from './shop-store.ts'

export type CollectionContent = Pick<Collection, 'title' | 'rule' | 'chosen'>

export function isInCollection({ rule, chosen, isDeleted }: Collection, product: Product): boolean {
  if (isDeleted || product.isDeleted) return false
  if (rule === null) return chosen.has(product)
  const values = { TAG: product.tags, VENDOR: [product.vendor], TYPE: [product.productType] }[rule.column]
  return values.some((value) => value.toLowerCase() === rule.condition.toLowerCase())
}

export function createCollection(store: ShopStore, content: CollectionContent, at: number): Collection {
  const collection = { ...content, index: store.collections.length, updatedAt: at, isDeleted: false }
  store.collections.push(collection)
  store.announce({ kind: 'collection', topic: 'create', collection }, at)
  return collection
}

export function editCollection(
  store: ShopStore,
  collection: Collection,
  content: CollectionContent,
  at: number,
): void {
  Object.assign(collection, content, { updatedAt: at })
  store.announce({ kind: 'collection', topic: 'update', collection }, at)
}

export function deleteCollection(store: ShopStore, collection: Collection, at: number): void {
  collection.isDeleted = true
  store.announce({ kind: 'collection', topic: 'delete', collection }, at)
}

/** Products leave and enter smart collections by their tags; the store reports the product alone. */
export function tagProduct(store: ShopStore, product: Product, tags: readonly string[], at: number): void {
  product.tags = tags
  product.updatedAt = at
  store.announce({ kind: 'product', topic: 'update', product }, at)
}
