import type { Collection, Part, Product, Variant } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { keptListing } from './kept-listing.ts'
import { type Listing, listingByNumber, sortedListing } from './listing.ts'
import { dateTime, type Readers } from './readers.ts'
import { compileSearch } from './search-query.ts'

export interface ListArguments {
  query?: string | null
  sortKey?: string
}

export const productReaders: Readers = {
  Product: {
    fields: {
      id: (product: Product, _args, { store }) => store.ids.toGid('Product', product.index),
      updatedAt: (product: Product) => dateTime(product.updatedAt),
    },
    connections: {
      variants: (product: Product, args: ListArguments, { store }) =>
        listVariants(store, product.variants, args),
      collections: (product: Product, _args, { store }) =>
        listCollections(store, (collection) => isInCollection(collection, product)),
    },
  },
  Collection: {
    fields: {
      id: (collection: Collection, _args, { store }) => store.ids.toGid('Collection', collection.index),
    },
    connections: {
      products: (collection: Collection, _args, { store }) => {
        const products = store.products.filter((product) => isInCollection(collection, product))
        return listingByNumber(products, ({ index }) => store.ids.toNumber('Product', index))
      },
    },
  },
  ProductVariant: {
    fields: {
      id: (variant: Variant, _args, { store }) => store.ids.toGid('ProductVariant', variant.index),
      price: (variant: Variant) => (variant.priceCents / 100).toFixed(2),
      createdAt: (variant: Variant) => dateTime(variant.product.createdAt),
      updatedAt: (variant: Variant) => dateTime(variant.product.updatedAt),
      inventoryItem: (variant: Variant) => variant,
    },
    connections: {
      productVariantComponents: (variant: Variant, _args, { store }) => {
        const parts = variant.parts.filter((part) => !part.variant.product.isDeleted)
        return listingByNumber(parts, (part) => store.ids.toNumber('ProductVariant', part.variant.index))
      },
    },
  },
  ProductVariantComponent: {
    fields: {
      id: ({ bundle, variant }: Part, _args, { store }) => {
        const number = (of: Variant) => store.ids.toNumber('ProductVariant', of.index)
        return `gid://shopify/ProductVariantComponent/${number(bundle) + number(variant)}`
      },
      productVariant: ({ variant }: Part) => variant,
    },
  },
}

function isInCollection({ rule, chosen, isDeleted }: Collection, product: Product): boolean {
  if (isDeleted || product.isDeleted) return false
  if (rule === null) return chosen.has(product)
  const values = { TAG: product.tags, VENDOR: [product.vendor], TYPE: [product.productType] }[rule.column]
  return values.some((value) => value.toLowerCase() === rule.condition.toLowerCase())
}

export function listCollections(
  store: ShopStore,
  isMeant: (collection: Collection) => boolean = () => true,
): Listing<Collection> {
  const found = store.collections.filter((collection) => !collection.isDeleted && isMeant(collection))
  return listingByNumber(found, ({ index }) => store.ids.toNumber('Collection', index))
}

export function listProducts(store: ShopStore, args: ListArguments): Listing<Product> {
  const numberOf = (product: Product) => store.ids.toNumber('Product', product.index)
  return keptListing(store, `products ${JSON.stringify([args.query, args.sortKey])}`, () => {
    const matches = compileSearch<Product>(args.query, {
      id: numberOf,
      updated_at: (product) => product.updatedAt,
    })
    return sortedListing(
      store.products.filter((product) => !product.isDeleted && matches(product)),
      { sortValueOf: args.sortKey === 'UPDATED_AT' ? (product) => product.updatedAt : numberOf, numberOf },
    )
  })
}

/** Lists the variants of one product or of the store by their ids, which is also the order of their positions. */
export function listVariants(
  store: ShopStore,
  variants: readonly Variant[],
  args: ListArguments,
): Listing<Variant> {
  const numberOf = (variant: Variant) => store.ids.toNumber('ProductVariant', variant.index)
  const make = () => {
    const matches = compileSearch<Variant>(args.query, {
      id: numberOf,
      updated_at: (variant) => variant.product.updatedAt,
      requires_components: (variant) => variant.parts.length > 0,
    })
    const found = variants.filter((variant) => !variant.product.isDeleted && matches(variant))
    return listingByNumber(found, numberOf)
  }
  return variants === store.variants ? keptListing(store, `variants ${args.query}`, make) : make()
}
