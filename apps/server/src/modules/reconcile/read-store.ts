import { setTimeout as sleep } from 'node:timers/promises'
import {
  BULK_PRODUCTS,
  type BulkOperation,
  bulkOrders,
  pagesInWindows,
  type Shop,
  updatedSince,
  WINDOW_ROWS,
} from '../../integrations/shopify/index.ts'
import type { CatalogueBatch } from '../inventory/index.ts'
import type { OrderBatch } from '../ledger/index.ts'
import { type ListedOrders, orderBatch, parseCatalogueLines, parseOrderLines } from '../sync/index.ts'

const BATCH_LINES = 5000
const ORDERS_PER_BATCH = 2000
const FIRST_POLL_MS = 150
const LONGEST_POLL_MS = 5000

/**
 * Yields all products on sale with their stock, in batches: from a bulk operation, or page by page where bulk
 * is unavailable.
 */
export async function* readWholeCatalogue(
  shop: Shop,
  args: { locationIds: readonly number[]; signal: AbortSignal },
): AsyncGenerator<CatalogueBatch> {
  const operation = await runBulk(shop, BULK_PRODUCTS, args.signal)
  if (operation === null) {
    yield* readCataloguePages(shop, args.locationIds)
    return
  }
  const range = { offset: 0, batchLines: BATCH_LINES }
  for await (const { lines } of shop.readBulkLines(operation, range)) yield parseCatalogueLines(lines)
}

/**
 * Yields the orders that changed since `since`, each with all its lines, in batches; in bulk where that is
 * available.
 */
export async function* readOrders(
  shop: Shop,
  args: { since: Date; signal: AbortSignal },
): AsyncGenerator<OrderBatch> {
  const operation = await runBulk(shop, bulkOrders(updatedSince(args.since)), args.signal)
  if (operation === null) {
    yield* readOrderPages(shop, args.since)
    return
  }
  yield* inWholeOrders(await orderBatch(shop, await readAllOrders(shop, operation)))
}

/**
 * Yields orders with the oldest change first. An order that changes meanwhile moves to the end and is read
 * again.
 */
export async function* readOrderPages(shop: Shop, since: Date): AsyncGenerator<OrderBatch> {
  let window = { since, after: null as string | null, rows: 0 }
  for (;;) {
    const query = updatedSince(window.since)
    const page: Awaited<ReturnType<Shop['orders']>> = await shop.orders({ after: window.after, query })
    const lines = page.nodes.flatMap((order) => order.lines.map((line) => ({ ...line, orderId: order.id })))
    yield orderBatch(shop, { orders: page.nodes, lines })
    if (page.next === null) return
    const rows = window.rows + page.nodes.length
    const last = page.nodes.at(-1)?.updatedAt ?? window.since
    const isFull = rows >= WINDOW_ROWS && last > window.since
    window = isFull ? { since: last, after: null, rows: 0 } : { ...window, after: page.next, rows }
  }
}

async function* readCataloguePages(
  shop: Shop,
  locationIds: readonly number[],
): AsyncGenerator<CatalogueBatch> {
  for await (const variants of pagesInWindows((start) => shop.variants(start))) {
    const products = [...new Map(variants.map(({ product }) => [product.id, product])).values()]
    yield { products, variants, levels: [] }
  }
  for (const locationId of locationIds) {
    for await (const levels of pagesInWindows((start) => shop.levels(locationId, start))) {
      yield { products: [], variants: [], levels }
    }
  }
}

/** Returns null where bulk operations are unavailable or this one did not succeed. */
async function runBulk(shop: Shop, query: string, signal: AbortSignal): Promise<BulkOperation | null> {
  const id = await shop.startBulk(query)
  if (id === null) return null
  for (let pause = FIRST_POLL_MS; ; pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    const operation = await shop.getBulk(id)
    if (operation?.status === 'COMPLETED') return operation
    if (operation?.status !== 'CREATED' && operation?.status !== 'RUNNING') return null
    await sleep(pause, undefined, { signal })
  }
}

async function readAllOrders(shop: Shop, operation: BulkOperation): Promise<ListedOrders> {
  const all: ListedOrders = { orders: [], lines: [] }
  for await (const { lines } of shop.readBulkLines(operation, { offset: 0, batchLines: BATCH_LINES })) {
    const batch = parseOrderLines(lines)
    for (const order of batch.orders) all.orders.push(order)
    for (const line of batch.lines) all.lines.push(line)
  }
  return all
}

/** Groups lines with their orders: in a bulk result the lines of an order may come long after it. */
function* inWholeOrders(all: OrderBatch): Generator<OrderBatch> {
  const linesOf = Map.groupBy(all.lines, (line) => line.orderId)
  for (let at = 0; at < all.orders.length; at += ORDERS_PER_BATCH) {
    const orders = all.orders.slice(at, at + ORDERS_PER_BATCH)
    yield { orders, lines: orders.flatMap((order) => linesOf.get(order.id) ?? []) }
  }
}
