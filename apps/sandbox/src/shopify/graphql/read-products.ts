import type { Product, Variant } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { keptListing } from './kept-listing.ts'
import { type Listing, sortedListing } from './listing.ts'
import { dateTime, type Readers } from './readers.ts'
import { compileSearch } from './search-query.ts'

export interface ListArguments {
  query?: string | null
  reverse?: boolean
  sortKey?: string
}

export const productReaders: Readers = {
  Product: {
    fields: {
      id: (product: Product, _args, { store }) => store.ids.gidOf('Product', product.index),
      createdAt: (product: Product) => dateTime(product.createdAt),
      updatedAt: (product: Product) => dateTime(product.updatedAt),
    },
    connections: {
      variants: (product: Product, args: ListArguments, { store }) =>
        listVariants(store, product.variants, args),
    },
  },
  ProductVariant: {
    fields: {
      id: (variant: Variant, _args, { store }) => store.ids.gidOf('ProductVariant', variant.index),
      displayName: (variant: Variant) => `${variant.product.title} - ${variant.title}`,
      price: (variant: Variant) => (variant.priceCents / 100).toFixed(2),
      createdAt: (variant: Variant) => dateTime(variant.product.createdAt),
      updatedAt: (variant: Variant) => dateTime(variant.product.updatedAt),
      inventoryItem: (variant: Variant) => variant,
    },
  },
}

export function listProducts(store: ShopStore, args: ListArguments): Listing<Product> {
  const numberOf = (product: Product) => store.ids.numberOf('Product', product.index)
  return keptListing(store, `products ${JSON.stringify([args.query, args.sortKey, args.reverse])}`, () => {
    const matches = compileSearch<Product>(args.query, {
      id: numberOf,
      title: (product) => product.title,
      vendor: (product) => product.vendor,
      product_type: (product) => product.productType,
      status: (product) => product.status,
      created_at: (product) => product.createdAt,
      updated_at: (product) => product.updatedAt,
    })
    const sortValues: Record<string, (product: Product) => number | string> = {
      CREATED_AT: (product) => product.createdAt,
      TITLE: (product) => product.title,
      UPDATED_AT: (product) => product.updatedAt,
    }
    const sortValueOf = sortValues[args.sortKey ?? 'ID'] ?? numberOf
    return sortedListing(
      store.products.filter((product) => !product.isDeleted && matches(product)),
      {
        sortValueOf,
        numberOf,
        isReversed: args.reverse === true,
      },
    )
  })
}

/** `variants` of one product, or all of the store's. */
export function listVariants(
  store: ShopStore,
  variants: readonly Variant[],
  args: ListArguments,
): Listing<Variant> {
  const numberOf = (variant: Variant) => store.ids.numberOf('ProductVariant', variant.index)
  const make = () => {
    const matches = compileSearch<Variant>(args.query, {
      id: numberOf,
      sku: (variant) => variant.sku,
      title: (variant) => variant.title,
      product_id: (variant) => store.ids.numberOf('Product', variant.product.index),
      product_status: (variant) => variant.product.status,
      updated_at: (variant) => variant.product.updatedAt,
    })
    const sortValues: Record<string, (variant: Variant) => number | string> = {
      POSITION: (variant) => variant.position,
      SKU: (variant) => variant.sku,
      TITLE: (variant) => variant.title,
    }
    const sortValueOf = sortValues[args.sortKey ?? 'ID'] ?? numberOf
    return sortedListing(
      variants.filter((variant) => !variant.product.isDeleted && matches(variant)),
      {
        sortValueOf,
        numberOf,
        isReversed: args.reverse === true,
      },
    )
  }
  if (variants !== store.variants) return make()
  return keptListing(store, `variants ${JSON.stringify([args.query, args.sortKey, args.reverse])}`, make)
}
