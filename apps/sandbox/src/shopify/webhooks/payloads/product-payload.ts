import type { Product } from '../../store/model.ts'
import type { ShopStore } from '../../store/shop-store.ts'
import { money, restTime } from './rest-form.ts'

export function productPayload(store: ShopStore, product: Product) {
  const { ids } = store
  const createdAt = restTime(store, product.createdAt)
  const updatedAt = restTime(store, product.updatedAt)
  return {
    id: ids.toNumber('Product', product.index),
    admin_graphql_api_id: ids.toGid('Product', product.index),
    title: product.title,
    handle: product.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    body_html: null,
    vendor: product.vendor,
    product_type: product.productType,
    status: product.status.toLowerCase(),
    tags: product.tags.join(', '),
    created_at: createdAt,
    updated_at: updatedAt,
    published_at: product.status === 'ACTIVE' ? createdAt : null,
    variants: product.variants.map((variant) => ({
      id: ids.toNumber('ProductVariant', variant.index),
      admin_graphql_api_id: ids.toGid('ProductVariant', variant.index),
      product_id: ids.toNumber('Product', product.index),
      inventory_item_id: ids.toNumber('InventoryItem', variant.index),
      title: variant.title,
      sku: variant.sku,
      barcode: variant.barcode,
      price: money(variant.priceCents),
      position: variant.position,
      inventory_policy: variant.inventoryPolicy.toLowerCase(),
      inventory_quantity: store.available(variant),
      created_at: createdAt,
      updated_at: updatedAt,
    })),
  }
}

/** Returns only the id, as Shopify does for a deleted product. */
export function deletedProductPayload(store: ShopStore, product: Product) {
  return { id: store.ids.toNumber('Product', product.index) }
}
