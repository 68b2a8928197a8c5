import { DAY_MS } from '../store/calendar.ts'
import type { Refund, RefundLine } from '../store/model.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { refundedCents } from '../webhooks/payloads/order-payload.ts'
import { keptListing } from './kept-listing.ts'
import { type Listing, listingByNumber, sortedListing } from './listing.ts'
import type { ListArguments } from './read-products.ts'
import { dateTime, type ReadContext, type Readers } from './readers.ts'
import { compileSearch } from './search-query.ts'

/** Without read_all_orders an app sees the orders of the last 60 days. */
const RECENT_DAYS = 60

/** Orders and line items are read by their index in the order book. */
export const orderReaders: Readers = {
  Order: {
    fields: {
      id: (order: number, _args, { store }) => store.ids.toGid('Order', order),
      createdAt: (order: number, _args, { store }) => dateTime(store.orders.createdAt[order]!),
      processedAt: (order: number, _args, { store }) => dateTime(store.orders.createdAt[order]!),
      updatedAt: (order: number, _args, { store }) => dateTime(store.orders.updatedAt[order]!),
      cancelledAt: (order: number, _args, { store }) => {
        const cancelledAt = store.orders.cancelledAt.get(order)
        return cancelledAt === undefined ? null : dateTime(cancelledAt)
      },
      edited: (order: number, _args, { store }) => store.orders.edited.has(order),
      test: (order: number, _args, { store }) => store.orders.isTest(order),
      retailLocation: () => null,
      fulfillments: (order: number, args: { first?: number | null }, { store }) =>
        store.sentFrom(order).slice(0, args.first ?? undefined),
      refunds: (order: number, args: { first?: number | null }, { store }) =>
        (store.orders.refundsOfOrder.get(order) ?? []).slice(0, args.first ?? undefined),
    },
    connections: {
      lineItems: (order: number, _args, { store }) => listLines(store, order),
    },
  },
  Fulfillment: {
    fields: {
      location: (location: number, _args, { store }) => store.locations[location]!,
      status: () => 'SUCCESS',
    },
  },
  LineItem: {
    fields: {
      id: (line: number, _args, { store }) => store.ids.toGid('LineItem', line),
      quantity: (line: number, _args, { store }) => store.orders.lineQuantity[line]!,
      currentQuantity: (line: number, _args, { store }) => store.orders.lineCurrent[line]!,
      variant: (line: number, _args, { store }) => {
        const variant = store.variants[store.orders.lineVariant[line]!]!
        return variant.product.isDeleted ? null : variant
      },
      lineItemGroup: (line: number, _args, { store }) => {
        const bundle = store.orders.lineBundle.get(line)
        return bundle === undefined ? null : { line, bundle }
      },
    },
  },
  LineItemGroup: {
    fields: {
      id: ({ line }: { line: number }, _args, { store }) =>
        `gid://shopify/LineItemGroup/${store.ids.toNumber('LineItem', line)}`,
      variantId: ({ bundle }: { bundle: number }, _args, { store }) =>
        store.ids.toGid('ProductVariant', bundle),
    },
  },
  Refund: {
    fields: {
      id: (refund: Refund, _args, { store }) => store.ids.toGid('Refund', refund.index),
      totalRefundedSet: (refund: Refund, _args, { store }) => ({
        shopMoney: {
          amount: (refundedCents(store, refund) / 100).toFixed(2),
          currencyCode: store.profile.currencyCode,
        },
      }),
    },
    connections: {
      refundLineItems: (refund: Refund) => listingByNumber(refund.lines, ({ line }) => line),
    },
  },
  RefundLineItem: {
    fields: {
      lineItem: (line: RefundLine) => line.line,
      restockType: (line: RefundLine) => line.restockType.toUpperCase(),
    },
  },
}

export function listOrders(args: ListArguments, { store, scopes, now }: ReadContext): Listing<number> {
  const { orders } = store
  const seesAll = scopes.has('read_all_orders')
  const key = `orders ${seesAll || Math.floor(now / DAY_MS)} ${JSON.stringify([args.query, args.sortKey])}`
  const numberOf = (order: number) => store.ids.toNumber('Order', order)
  return keptListing(store, key, () => {
    const matches = compileSearch<number>(args.query, {
      id: numberOf,
      created_at: (order) => orders.createdAt[order]!,
      updated_at: (order) => orders.updatedAt[order]!,
    })
    const since = seesAll ? Number.NEGATIVE_INFINITY : now - RECENT_DAYS * DAY_MS
    const matching: number[] = []
    for (let order = 0; order < orders.orderCount; order++) {
      if (orders.createdAt[order]! >= since && matches(order)) matching.push(order)
    }
    const instants = args.sortKey === 'UPDATED_AT' ? orders.updatedAt : orders.createdAt
    return sortedListing(matching, { sortValueOf: (order) => instants[order]!, numberOf })
  })
}

function listLines(store: ShopStore, order: number): Listing<number> {
  const { first, end } = store.orders.getLines(order)
  const nodes = Array.from({ length: end - first }, (_, index) => first + index)
  const numberOf = (line: number) => store.ids.toNumber('LineItem', line)
  return { nodes, sortValueOf: numberOf, numberOf }
}
