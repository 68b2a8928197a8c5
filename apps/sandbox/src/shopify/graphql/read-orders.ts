import { DAY_MS } from '../store/calendar.ts'
import type { Refund, RefundLine } from '../store/model.ts'
import type { OrderBook } from '../store/order-book.ts'
import type { ShopStore } from '../store/shop-store.ts'
import { keptListing } from './kept-listing.ts'
import { type Listing, sortedListing } from './listing.ts'
import type { ListArguments } from './read-products.ts'
import { dateTime, type ReadContext, type Readers } from './readers.ts'
import { compileSearch } from './search-query.ts'

const FIRST_ORDER_NAME = 1001
/** Without read_all_orders an app sees the orders of the last 60 days. */
const RECENT_DAYS = 60

interface SaleSource {
  __typename: 'ProductSale'
  line: number
  quantity: number
  agreement: AgreementSource
}

interface AgreementSource {
  __typename: 'OrderAgreement' | 'RefundAgreement'
  order: number
  refund: Refund | null
}

/** Orders and line items are read by their index in the order book. */
export const orderReaders: Readers = {
  Order: {
    fields: {
      id: (order: number, _args, { store }) => store.ids.gidOf('Order', order),
      name: (order: number) => `#${FIRST_ORDER_NAME + order}`,
      createdAt: (order: number, _args, { store }) => dateTime(store.orders.createdAt[order]!),
      processedAt: (order: number, _args, { store }) => dateTime(store.orders.createdAt[order]!),
      updatedAt: (order: number, _args, { store }) => dateTime(store.orders.updatedAt[order]!),
      cancelledAt: (order: number, _args, { store }) => {
        const cancelledAt = store.orders.cancelledAt.get(order)
        return cancelledAt === undefined ? null : dateTime(cancelledAt)
      },
      edited: (order: number, _args, { store }) => store.orders.edited.has(order),
      test: (order: number, _args, { store }) => store.orders.isTest(order),
      displayFinancialStatus: (order: number, _args, { store }) => financialStatus(store.orders, order),
      refunds: (order: number, args: { first?: number | null }, { store }) =>
        (store.orders.refundsOfOrder.get(order) ?? []).slice(0, args.first ?? undefined),
    },
    connections: {
      lineItems: (order: number, args: ListArguments, { store }) =>
        listLines(store, order, args.reverse === true),
      agreements: (order: number, args: ListArguments, { store }) =>
        listAgreements(store, order, args.reverse === true),
    },
  },
  LineItem: {
    fields: {
      id: (line: number, _args, { store }) => store.ids.gidOf('LineItem', line),
      quantity: (line: number, _args, { store }) => store.orders.lineQuantity[line]!,
      currentQuantity: (line: number, _args, { store }) => store.orders.lineCurrent[line]!,
      sku: (line: number, _args, { store }) => store.variants[store.orders.lineVariant[line]!]!.sku,
      variant: (line: number, _args, { store }) => {
        const variant = store.variants[store.orders.lineVariant[line]!]!
        return variant.product.isDeleted ? null : variant
      },
    },
  },
  Refund: {
    fields: {
      id: (refund: Refund, _args, { store }) => store.ids.gidOf('Refund', refund.index),
      createdAt: (refund: Refund) => dateTime(refund.createdAt),
    },
    connections: {
      refundLineItems: (refund: Refund, args: ListArguments) =>
        sortedListing(refund.lines, {
          sortValueOf: (line: RefundLine) => line.line,
          numberOf: (line: RefundLine) => line.line,
          isReversed: args.reverse === true,
        }),
    },
  },
  RefundLineItem: {
    fields: {
      restockType: (line: RefundLine) => (line.isRestocked ? 'RETURN' : 'NO_RESTOCK'),
      restocked: (line: RefundLine) => line.isRestocked,
      lineItem: (line: RefundLine) => line.line,
    },
  },
  OrderAgreement: agreementReaders(),
  RefundAgreement: agreementReaders(),
  ProductSale: {
    fields: {
      id: (sale: SaleSource, _args, { store }) =>
        `gid://shopify/ProductSale/${store.ids.numberOf('LineItem', sale.line)}${sale.agreement.refund ? '2' : '1'}`,
      actionType: (sale: SaleSource) => (sale.agreement.refund ? 'RETURN' : 'ORDER'),
      lineType: () => 'PRODUCT',
      lineItem: (sale: SaleSource) => sale.line,
    },
  },
}

function agreementReaders(): Readers[string] {
  return {
    fields: {
      id: ({ order, refund }: AgreementSource, _args, { store }) =>
        `gid://shopify/SalesAgreement/${store.ids.numberOf('Order', order)}${refund ? refund.index + 1 : 0}`,
      happenedAt: ({ order, refund }: AgreementSource, _args, { store }) =>
        dateTime(refund ? refund.createdAt : store.orders.createdAt[order]!),
      reason: ({ refund }: AgreementSource) => (refund ? 'REFUND' : 'ORDER'),
    },
    connections: {
      sales: (agreement: AgreementSource, args: ListArguments, { store }) =>
        sortedListing(salesOf(store, agreement), {
          sortValueOf: (sale) => sale.line,
          numberOf: (sale) => sale.line,
          isReversed: args.reverse === true,
        }),
    },
  }
}

export function listOrders(args: ListArguments, { store, scopes, now }: ReadContext): Listing<number> {
  const { orders } = store
  const seesAll = scopes.has('read_all_orders')
  const key = `orders ${seesAll || Math.floor(now / DAY_MS)} ${JSON.stringify([args.query, args.sortKey, args.reverse])}`
  const numberOf = (order: number) => store.ids.numberOf('Order', order)
  return keptListing(store, key, () => {
    const matches = compileSearch<number>(args.query, {
      id: numberOf,
      name: (order) => `#${FIRST_ORDER_NAME + order}`,
      created_at: (order) => orders.createdAt[order]!,
      processed_at: (order) => orders.createdAt[order]!,
      updated_at: (order) => orders.updatedAt[order]!,
      test: (order) => orders.isTest(order),
      financial_status: (order) => financialStatus(orders, order),
    })
    const since = seesAll ? Number.NEGATIVE_INFINITY : now - RECENT_DAYS * DAY_MS
    const matching: number[] = []
    for (let order = 0; order < orders.orderCount; order++) {
      if (orders.createdAt[order]! >= since && matches(order)) matching.push(order)
    }
    const sortValueOf =
      args.sortKey === 'UPDATED_AT'
        ? (order: number) => orders.updatedAt[order]!
        : args.sortKey === 'ID'
          ? numberOf
          : (order: number) => orders.createdAt[order]!
    return sortedListing(matching, { sortValueOf, numberOf, isReversed: args.reverse === true })
  })
}

function listLines(store: ShopStore, order: number, isReversed: boolean): Listing<number> {
  const { first, end } = store.orders.linesOf(order)
  const lines: number[] = []
  for (let line = first; line < end; line++) lines.push(line)
  if (isReversed) lines.reverse()
  const numberOf = (line: number) => store.ids.numberOf('LineItem', line)
  return { nodes: lines, sortValueOf: numberOf, numberOf, isReversed }
}

function listAgreements(store: ShopStore, order: number, isReversed: boolean): Listing<AgreementSource> {
  const ordered: AgreementSource = { __typename: 'OrderAgreement', order, refund: null }
  const refunded = (store.orders.refundsOfOrder.get(order) ?? []).map(
    (refund): AgreementSource => ({ __typename: 'RefundAgreement', order, refund }),
  )
  const numberOf = ({ refund }: AgreementSource) => (refund ? refund.index + 1 : 0)
  return sortedListing([ordered, ...refunded], { sortValueOf: numberOf, numberOf, isReversed })
}

function salesOf(store: ShopStore, agreement: AgreementSource): SaleSource[] {
  if (agreement.refund) {
    return agreement.refund.lines.map(({ line, quantity }) => ({
      __typename: 'ProductSale',
      line,
      quantity: -quantity,
      agreement,
    }))
  }
  const { first, end } = store.orders.linesOf(agreement.order)
  const sales: SaleSource[] = []
  for (let line = first; line < end; line++) {
    sales.push({ __typename: 'ProductSale', line, quantity: store.orders.lineQuantity[line]!, agreement })
  }
  return sales
}

export function financialStatus(orders: OrderBook, order: number): string {
  if (orders.cancelledAt.has(order)) return 'VOIDED'
  if (!orders.refundsOfOrder.has(order)) return 'PAID'
  const { first, end } = orders.linesOf(order)
  for (let line = first; line < end; line++) if (orders.lineCurrent[line]! > 0) return 'PARTIALLY_REFUNDED'
  return 'REFUNDED'
}
