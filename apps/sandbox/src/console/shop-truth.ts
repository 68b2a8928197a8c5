import type { Variant } from '../shopify/store/model.ts'
import type { ShopStore } from '../shopify/store/shop-store.ts'

/**
 * Yields all objects of a store one by one, for a comparison with the data of an app. The first and the last
 * have the store's version; if they differ, the store changed in between.
 */
export function* getTruth(store: ShopStore): Generator<object> {
  const { profile, ids } = store
  yield {
    type: 'shop',
    shop: profile.domain,
    timeZone: profile.timeZone,
    countryCode: profile.countryCode,
    locations: store.locations.map(({ index, name }) => ({
      locationId: String(ids.toNumber('Location', index)),
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
    variantId: String(ids.toNumber('ProductVariant', variant.index)),
    productId: String(ids.toNumber('Product', product.index)),
    inventoryItemId: String(ids.toNumber('InventoryItem', variant.index)),
    title: product.title,
    variantTitle: variant.title,
    sku: variant.sku,
    price: (variant.priceCents / 100).toFixed(2),
    status: product.status,
    isTracked: variant.isTracked,
    levels: variant.levels.map(({ location, available, committed, incoming }) => ({
      locationId: String(ids.toNumber('Location', location.index)),
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
    orderId: String(ids.toNumber('Order', order)),
    createdAt: isoTime(orders.createdAt[order]!),
    updatedAt: isoTime(orders.updatedAt[order]!),
    isTest: orders.isTest(order),
    isSent: orders.isFulfilled(order),
    cancelledAt: cancelledAt === undefined ? null : isoTime(cancelledAt),
    sentFrom: store.sentFrom(order).map((location) => String(ids.toNumber('Location', location))),
    lines: getLines(store, order),
    refunds: (orders.refundsOfOrder.get(order) ?? []).map(({ index, createdAt, isEdit, lines }) => ({
      refundId: String(ids.toNumber('Refund', index)),
      createdAt: isoTime(createdAt),
      isEdit,
      lines: lines.map(({ line, quantity, restockType }) => ({
        lineId: String(ids.toNumber('LineItem', line)),
        quantity,
        isRestocked: restockType !== 'no_restock',
      })),
    })),
  }
}

function getLines({ orders, ids, variants }: ShopStore, order: number) {
  const { first, end } = orders.getLines(order)
  const lines = []
  for (let line = first; line < end; line++) {
    const variant = variants[orders.lineVariant[line]!]!
    lines.push({
      lineId: String(ids.toNumber('LineItem', line)),
      variantId: variant.product.isDeleted ? null : String(ids.toNumber('ProductVariant', variant.index)),
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
