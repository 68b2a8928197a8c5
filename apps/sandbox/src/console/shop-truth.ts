import type { Variant } from '../shopify/store/model.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'

/**
 * Yields all objects of a store one by one, for a comparison with the data of an app. The first and the last
 * have the store's version; if they differ, the store changed in between.
 */
export function* truthOf(store: ShopStore): Generator<object> {
  const { profile, ids } = store
  yield {
    type: 'shop',
    shop: profile.domain,
    timeZone: profile.timeZone,
    countryCode: profile.countryCode,
    locations: store.locations.map(({ index, name }) => ({
      locationId: String(ids.numberOf('Location', index)),
      name,
    })),
    version: store.version,
  }
  for (const variant of store.liveVariants()) yield variantTruth(store, variant)
  for (let order = 0; order < store.orders.orderCount; order++) yield orderTruth(store, order)
  yield { type: 'end', version: store.version }
}

function variantTruth(store: ShopStore, variant: Variant) {
  const { ids } = store
  const { product } = variant
  return {
    type: 'variant',
    variantId: String(ids.numberOf('ProductVariant', variant.index)),
    productId: String(ids.numberOf('Product', product.index)),
    inventoryItemId: String(ids.numberOf('InventoryItem', variant.index)),
    title: product.title,
    variantTitle: variant.title,
    sku: variant.sku,
    price: (variant.priceCents / 100).toFixed(2),
    status: product.status,
    isTracked: variant.isTracked,
    levels: variant.levels.map(({ location, available, committed, incoming }) => ({
      locationId: String(ids.numberOf('Location', location.index)),
      available,
      onHand: available + committed,
      committed,
      incoming,
    })),
  }
}

function orderTruth(store: ShopStore, order: number) {
  const { orders, ids } = store
  const cancelledAt = orders.cancelledAt.get(order)
  return {
    type: 'order',
    orderId: String(ids.numberOf('Order', order)),
    createdAt: isoTime(orders.createdAt[order]!),
    updatedAt: isoTime(orders.updatedAt[order]!),
    isTest: orders.isTest(order),
    isSent: orders.isFulfilled(order),
    cancelledAt: cancelledAt === undefined ? null : isoTime(cancelledAt),
    sentFrom: store.sentFrom(order).map((location) => String(ids.numberOf('Location', location))),
    lines: linesOf(store, order),
    refunds: (orders.refundsOfOrder.get(order) ?? []).map(({ index, createdAt, isEdit, lines }) => ({
      refundId: String(ids.numberOf('Refund', index)),
      createdAt: isoTime(createdAt),
      isEdit,
      lines: lines.map(({ line, quantity, restockType }) => ({
        lineId: String(ids.numberOf('LineItem', line)),
        quantity,
        isRestocked: restockType !== 'no_restock',
      })),
    })),
  }
}

function linesOf({ orders, ids, variants }: ShopStore, order: number) {
  const { first, end } = orders.linesOf(order)
  const lines = []
  for (let line = first; line < end; line++) {
    const variant = variants[orders.lineVariant[line]!]!
    lines.push({
      lineId: String(ids.numberOf('LineItem', line)),
      variantId: variant.product.isDeleted ? null : String(ids.numberOf('ProductVariant', variant.index)),
      sku: variant.sku,
      quantity: orders.lineQuantity[line]!,
      currentQuantity: orders.lineCurrent[line]!,
    })
  }
  return lines
}

function isoTime(instant: number): string {
  return new Date(instant).toISOString()
}
