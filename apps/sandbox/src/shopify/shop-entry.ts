import { applyInbound, checkInbound, type InboundChange, isInbound } from './inbound-entry.ts'
import { ChangeRefusal } from './refusal.ts'
import {
  changeCost,
  changePrice,
  createProduct,
  deleteProduct,
  editProduct,
  makeBundle,
  type NewProduct,
} from './store/change-catalogue.ts'
import { createCollection, deleteCollection, editCollection, tagProduct } from './store/collections.ts'
import type {
  Collection,
  CollectionRule,
  CountryCode,
  Product,
  StockAdjustment,
  Variant,
} from './store/model.ts'
import type { ShopStore } from './store/shop-store.ts'

export { ChangeRefusal }

/** What is done to a store from outside; products, variants and orders by their index in it. */
export type ShopChange =
  | { kind: 'sold'; variant: number; quantity: number }
  | { kind: 'received'; variant: number; location: number; quantity: number }
  | { kind: 'order_cancelled'; order: number }
  | { kind: 'order_edited'; order: number }
  | { kind: 'order_refunded'; order: number; isRestocked: boolean }
  | { kind: 'product_created'; product: NewProduct }
  | { kind: 'product_edited'; product: number; title: string }
  | { kind: 'product_deleted'; product: number }
  | { kind: 'product_tagged'; product: number; tags: string[] }
  | {
      kind: 'collection_saved'
      /** Null: a new one. */
      collection: number | null
      title: string
      rule: CollectionRule | null
      products: number[]
    }
  | { kind: 'collection_deleted'; collection: number }
  | { kind: 'price_changed'; variant: number; priceCents: number }
  | { kind: 'cost_changed'; variant: number; unitCostCents: number | null }
  | { kind: 'bundle_made'; bundle: number; parts: { variant: number; quantity: number }[] }
  | ({ kind: 'stock_adjusted' } & StockAdjustment)
  | InboundChange
  | { kind: 'time_zone_changed'; timeZone: string }
  | { kind: 'country_changed'; countryCode: CountryCode }

export type ShopEntry =
  | { kind: 'generated'; at: number }
  | { kind: 'loaded'; at: number; file: string }
  | (ShopChange & { at: number })

/** Throws a ChangeRefusal when the store, as it is now, does not allow the change. */
export function checkChange(store: ShopStore, change: ShopChange): void {
  const { kind } = change
  if (kind === 'sold') checkSale(store, change)
  else if (kind === 'received' && !getVariant(store, change.variant).isTracked)
    throw new ChangeRefusal('The stock of this variant is not tracked.')
  else if (kind === 'order_cancelled' || kind === 'order_edited') checkUnsent(store, change.order)
  else if (kind === 'order_refunded') checkRefund(store, change.order)
  else if (kind === 'product_edited' || kind === 'product_deleted' || kind === 'product_tagged')
    getProduct(store, change.product)
  else if (kind === 'price_changed' || kind === 'cost_changed') getVariant(store, change.variant)
  else if (kind === 'bundle_made') for (const { variant } of change.parts) getVariant(store, variant)
  else if (kind === 'collection_saved') {
    if (change.collection !== null) getCollection(store, change.collection)
    for (const product of change.products) getProduct(store, product)
  } else if (kind === 'collection_deleted') getCollection(store, change.collection)
  else if (isInbound(change)) checkInbound(store, change)
}

export function applyEntry(store: ShopStore, entry: ShopEntry): void {
  store.advanceTo(entry.at)
  const { kind, at } = entry
  if (kind === 'sold') {
    const { variant, quantity } = entry
    store.placeOrder([{ variant: getVariant(store, variant), quantity, preferredLocation: 0 }], at)
  } else if (kind === 'received') {
    store.receive(getVariant(store, entry.variant), entry.location, entry.quantity, at)
  } else if (kind === 'order_cancelled') store.cancel(entry.order, at)
  else if (kind === 'order_edited') store.edit(entry.order, at)
  else if (kind === 'order_refunded') store.refund(entry.order, entry.isRestocked, at)
  else if (kind === 'product_created') createProduct(store, entry.product, at)
  else if (kind === 'product_edited') {
    editProduct(store, getProduct(store, entry.product), entry.title, at)
  } else if (kind === 'product_tagged') tagProduct(store, getProduct(store, entry.product), entry.tags, at)
  else if (kind === 'collection_saved') saveCollection(store, entry, at)
  else if (kind === 'collection_deleted') deleteCollection(store, getCollection(store, entry.collection), at)
  else if (kind === 'product_deleted') deleteProduct(store, getProduct(store, entry.product), at)
  else if (kind === 'price_changed') {
    changePrice(store, getVariant(store, entry.variant), entry.priceCents, at)
  } else if (kind === 'cost_changed') {
    changeCost(store, getVariant(store, entry.variant), entry.unitCostCents, at)
  } else if (kind === 'bundle_made') {
    const parts = entry.parts.map((part) => ({ ...part, variant: getVariant(store, part.variant) }))
    makeBundle(store, getVariant(store, entry.bundle), parts, at)
  } else if (kind === 'stock_adjusted') store.adjust(entry, at)
  else if (kind === 'time_zone_changed') store.changeTimeZone(entry.timeZone, at)
  else if (kind === 'country_changed') store.changeCountry(entry.countryCode, at)
  else if (isInbound(entry)) applyInbound(store, entry, at)
}

function saveCollection(
  store: ShopStore,
  { collection, title, rule, products }: Extract<ShopChange, { kind: 'collection_saved' }>,
  at: number,
): void {
  const content = { title, rule, chosen: new Set(products.map((product) => getProduct(store, product))) }
  if (collection === null) createCollection(store, content, at)
  else editCollection(store, getCollection(store, collection), content, at)
}

function checkSale(store: ShopStore, { variant: index, quantity }: { variant: number; quantity: number }) {
  const variant = getVariant(store, index)
  const available = store.available(variant)
  const isCounted = variant.isTracked || variant.parts.length > 0
  if (isCounted && variant.inventoryPolicy === 'DENY' && available < quantity) {
    throw new ChangeRefusal(`Only ${Math.max(0, available)} available. Receive some first, or sell fewer.`)
  }
}

function checkUnsent(store: ShopStore, order: number): void {
  const { orders } = store
  if (orders.isFulfilled(order)) throw new ChangeRefusal('The order was sent already. Refund it instead.')
  if (orders.cancelledAt.has(order)) throw new ChangeRefusal('The order is cancelled already.')
  if (firstLineUnits(store, order) === 0) throw new ChangeRefusal('Nothing is left on the order.')
}

function checkRefund(store: ShopStore, order: number): void {
  const { orders } = store
  const isSent = orders.isFulfilled(order) && !orders.isTest(order)
  if (!isSent) throw new ChangeRefusal('The order was not sent. Cancel or edit it instead.')
  if (firstLineUnits(store, order) === 0) throw new ChangeRefusal('The order was refunded already.')
}

function firstLineUnits({ orders }: ShopStore, order: number): number {
  return orders.lineCurrent[orders.getLines(order).first]!
}

function getVariant(store: ShopStore, index: number): Variant {
  const variant = store.variants[index]
  if (!variant) throw new RangeError(`no variant ${index}`)
  if (variant.product.isDeleted) throw new ChangeRefusal('The product was deleted.')
  return variant
}

function getProduct(store: ShopStore, index: number): Product {
  const product = store.products[index]
  if (!product) throw new RangeError(`no product ${index}`)
  if (product.isDeleted) throw new ChangeRefusal('The product was deleted.')
  return product
}

function getCollection(store: ShopStore, index: number): Collection {
  const collection = store.collections[index]
  if (!collection) throw new RangeError(`no collection ${index}`)
  if (collection.isDeleted) throw new ChangeRefusal('The collection was deleted.')
  return collection
}
