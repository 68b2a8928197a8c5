import type { Product, Variant } from './model.ts'
import type { ShopStore } from './shop-store.ts'

export interface NewProduct {
  title: string
  sku: string
  priceCents: number
  /** At the first location. */
  units: number
}

export function createProduct(store: ShopStore, wanted: NewProduct, at: number): Product {
  const { title, sku, priceCents, units } = wanted
  const product = store.addProduct({
    title,
    vendor: store.products[0]?.vendor ?? store.profile.name,
    productType: store.products[0]?.productType ?? '',
    status: 'ACTIVE',
    createdAt: at,
    updatedAt: at,
  })
  const variant = store.addVariant(product, {
    title: 'Default Title',
    sku,
    barcode: null,
    priceCents,
    isTracked: true,
  })
  store.announce({ kind: 'product', topic: 'create', product }, at)
  if (units > 0) store.receive(variant, 0, units, at)
  return product
}

export function editProduct(store: ShopStore, product: Product, title: string, at: number): void {
  product.title = title
  product.updatedAt = at
  store.announce({ kind: 'product', topic: 'update', product }, at)
}

export function changePrice(store: ShopStore, variant: Variant, priceCents: number, at: number): void {
  variant.priceCents = priceCents
  editProduct(store, variant.product, variant.product.title, at)
}

export function changeCost(
  store: ShopStore,
  variant: Variant,
  unitCostCents: number | null,
  at: number,
): void {
  variant.unitCostCents = unitCostCents
  store.announce({ kind: 'item', variant }, at)
}

/** Makes a product a bundle, whose parts are sold in its place from now on. */
export function makeBundle(
  store: ShopStore,
  bundle: Variant,
  parts: readonly { variant: Variant; quantity: number }[],
  at: number,
): void {
  bundle.parts = parts.map((part) => ({ ...part, bundle }))
  bundle.isTracked = false
  editProduct(store, bundle.product, bundle.product.title, at)
}

/** Its orders stay; their lines name no variant any more. */
export function deleteProduct(store: ShopStore, product: Product, at: number): void {
  product.isDeleted = true
  product.updatedAt = at
  store.announce({ kind: 'product', topic: 'delete', product }, at)
}
