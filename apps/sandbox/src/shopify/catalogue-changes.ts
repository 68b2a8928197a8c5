import { type ChangeMakers, ChangeRefusal } from './change-maker.ts'
import type { Collection, CollectionRule, Product, Variant } from './store/model.ts'
import type { ShopStore } from './store/shop-store.ts'

/** What is done to products and collections; each by its index in the store. */
export type CatalogueChange =
  | {
      kind: 'product_created'
      /** Its units are at the first location. */
      product: { title: string; sku: string; priceCents: number; units: number }
    }
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

export const catalogueMakers: ChangeMakers<CatalogueChange> = {
  product_created: {
    make: (store, { product: { title, sku, priceCents, units } }, at) => {
      const product = store.addProduct({
        title,
        vendor: store.products[0]?.vendor ?? store.profile.name,
        productType: store.products[0]?.productType ?? '',
        status: 'ACTIVE',
        createdAt: at,
        updatedAt: at,
      })
      const only = { title: 'Default Title', sku, barcode: null, priceCents, isTracked: true }
      const variant = store.addVariant(product, only)
      store.announce({ topic: 'PRODUCTS_CREATE', product }, at)
      if (units > 0) store.receive(variant, 0, units, at)
    },
  },
  product_edited: {
    check: checkProduct,
    make: (store, { product, title }, at) => updateProduct(store, getProduct(store, product), { title }, at),
  },
  // Products enter and leave smart collections by their tags; the store reports the product alone.
  product_tagged: {
    check: checkProduct,
    make: (store, { product, tags }, at) => updateProduct(store, getProduct(store, product), { tags }, at),
  },
  // Its orders stay; their lines name no variant any more.
  product_deleted: {
    check: checkProduct,
    make: (store, change, at) => {
      const product = getProduct(store, change.product)
      Object.assign(product, { isDeleted: true, updatedAt: at })
      store.announce({ topic: 'PRODUCTS_DELETE', product }, at)
    },
  },
  collection_saved: {
    check: (store, { collection, products }) => {
      if (collection !== null) getCollection(store, collection)
      for (const product of products) getProduct(store, product)
    },
    make: (store, { collection: index, title, rule, products }, at) => {
      const chosen = new Set(products.map((each) => getProduct(store, each)))
      const content = { title, rule, chosen, updatedAt: at }
      if (index === null) {
        const collection = { ...content, index: store.collections.length, isDeleted: false }
        store.collections.push(collection)
        store.announce({ topic: 'COLLECTIONS_CREATE', collection }, at)
      } else {
        const collection = Object.assign(getCollection(store, index), content)
        store.announce({ topic: 'COLLECTIONS_UPDATE', collection }, at)
      }
    },
  },
  collection_deleted: {
    check: (store, { collection }) => void getCollection(store, collection),
    make: (store, change, at) => {
      const collection = getCollection(store, change.collection)
      collection.isDeleted = true
      store.announce({ topic: 'COLLECTIONS_DELETE', collection }, at)
    },
  },
  price_changed: {
    check: checkVariant,
    make: (store, change, at) => {
      const variant = getVariant(store, change.variant)
      variant.priceCents = change.priceCents
      updateProduct(store, variant.product, {}, at)
    },
  },
  cost_changed: {
    check: checkVariant,
    make: (store, change, at) => {
      const variant = getVariant(store, change.variant)
      variant.unitCostCents = change.unitCostCents
      store.announce({ topic: 'INVENTORY_ITEMS_UPDATE', variant }, at)
    },
  },
  // The parts are sold in place of the bundle from now on.
  bundle_made: {
    check: (store, { parts }) => {
      for (const part of parts) checkVariant(store, part)
    },
    make: (store, change, at) => {
      const bundle = getVariant(store, change.bundle)
      bundle.parts = change.parts.map((part) => ({
        ...part,
        variant: getVariant(store, part.variant),
        bundle,
      }))
      bundle.isTracked = false
      updateProduct(store, bundle.product, {}, at)
    },
  },
}

function updateProduct(
  store: ShopStore,
  product: Product,
  by: Partial<Pick<Product, 'title' | 'tags'>>,
  at: number,
): void {
  Object.assign(product, by, { updatedAt: at })
  store.announce({ topic: 'PRODUCTS_UPDATE', product }, at)
}

function checkProduct(store: ShopStore, { product }: { product: number }): void {
  getProduct(store, product)
}

function checkVariant(store: ShopStore, { variant }: { variant: number }): void {
  getVariant(store, variant)
}

function getProduct({ products }: ShopStore, index: number): Product {
  const product = products[index]!
  if (product.isDeleted) throw new ChangeRefusal('The product was deleted.')
  return product
}

export function getVariant({ variants }: ShopStore, index: number): Variant {
  const variant = variants[index]!
  if (variant.product.isDeleted) throw new ChangeRefusal('The product was deleted.')
  return variant
}

function getCollection({ collections }: ShopStore, index: number): Collection {
  const collection = collections[index]!
  if (collection.isDeleted) throw new ChangeRefusal('The collection was deleted.')
  return collection
}
