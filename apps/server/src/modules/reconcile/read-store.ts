import { setTimeout as sleep } from 'node:timers/promises'
import {
  BULK_PRODUCTS,
  type BulkOperation,
  bulkOrders,
  gidsOfBulkLine,
  isShopifyFault,
  pagesInWindows,
  type Shop,
  updatedSince,
  WINDOW_ROWS,
} from '../../integrations/shopify/index.ts'
import type { CatalogueBatch } from '../inventory/index.ts'
import { type ListedOrders, parseCatalogueLines, parseOrderLines } from '../sync/index.ts'
import type { Check } from './check.ts'
import { collectUnreadable, setAside, withoutScheme } from './set-aside.ts'

const BATCH_LINES = 5000
const ORDERS_PER_BATCH = 2000
const FIRST_POLL_MS = 150
const LONGEST_POLL_MS = 5000

/**
 * Yields all products on sale with their stock, in batches, from a bulk operation; nothing and false where
 * bulk is unavailable.
 */
export async function* readCatalogueInBulk(check: Check): AsyncGenerator<CatalogueBatch, boolean> {
  const { shop } = check.opened
  const operation = await runBulk(shop, BULK_PRODUCTS, check.signal)
  if (operation === null) return false
  const range = { offset: 0, batchLines: BATCH_LINES }
  for await (const { lines } of shop.readBulkLines(operation, range)) {
    for (const batch of await parseLines(check, lines, parseCatalogueLines)) yield batch
  }
  return true
}

/**
 * Parses lines, all at once where possible. Sets aside each line that names a resource and cannot be read.
 */
async function parseLines<T>(
  check: Check,
  lines: readonly string[],
  parse: (lines: readonly string[]) => T,
): Promise<T[]> {
  try {
    return [parse(lines)]
  } catch (error) {
    if (!isShopifyFault(error, 'unexpected_answer')) throw error
    const [line] = lines
    if (lines.length > 1 || line === undefined) {
      const middle = Math.ceil(lines.length / 2)
      const first = await parseLines(check, lines.slice(0, middle), parse)
      return [...first, ...(await parseLines(check, lines.slice(middle), parse))]
    }
    const gids = gidsOfBulkLine(line)
    if (!gids) throw error
    // An order without one of its lines would have fewer units than were sold.
    const isOfOrder = gids.id.includes('/LineItem/') && gids.parentId !== undefined
    await setAside(check, { resource: withoutScheme(isOfOrder ? gids.parentId! : gids.id), error })
    return []
  }
}

/**
 * Yields the orders that changed since `since`, each with all its lines, in batches; in bulk where that is
 * available.
 */
export async function* readOrders(check: Check, since: Date): AsyncGenerator<ListedOrders> {
  const operation = await runBulk(check.opened.shop, bulkOrders(updatedSince(since)), check.signal)
  if (operation === null) {
    yield* readOrderPages(check, since)
    return
  }
  yield* inWholeOrders(await readAllOrders(check, operation))
}

/**
 * Yields orders with the oldest change first. An order that changes meanwhile moves to the end and is read
 * again.
 */
export async function* readOrderPages(check: Check, since: Date): AsyncGenerator<ListedOrders> {
  const { shop } = check.opened
  const { onUnreadable, setAside: setUnreadableAside } = collectUnreadable(check)
  let window = { since, after: null as string | null, rows: 0 }
  for (;;) {
    const query = updatedSince(window.since)
    const page: Awaited<ReturnType<Shop['orders']>> = await shop.orders({
      after: window.after,
      query,
      onUnreadable,
    })
    await setUnreadableAside()
    const lines = page.nodes.flatMap((order) => order.lines.map((line) => ({ ...line, orderId: order.id })))
    yield { orders: page.nodes, lines }
    if (page.next === null) return
    const rows = window.rows + page.nodes.length
    const last = page.nodes.at(-1)?.updatedAt ?? window.since
    const isFull = rows >= WINDOW_ROWS && last > window.since
    window = isFull ? { since: last, after: null, rows: 0 } : { ...window, after: page.next, rows }
  }
}

/** Yields all products and variants, without their stock, page by page. */
export async function* readVariantPages(check: Check): AsyncGenerator<CatalogueBatch> {
  const { onUnreadable, setAside: setUnreadableAside } = collectUnreadable(check)
  const { shop } = check.opened
  for await (const variants of pagesInWindows((start) => shop.variants(start), { onUnreadable })) {
    await setUnreadableAside()
    const products = [...new Map(variants.map(({ product }) => [product.id, product])).values()]
    yield { products, variants, levels: [] }
  }
}

/** Yields the stock of a location, page by page. */
export async function* readLevelPages(check: Check, locationId: number): AsyncGenerator<CatalogueBatch> {
  const { onUnreadable, setAside: setUnreadableAside } = collectUnreadable(check)
  const { shop } = check.opened
  for await (const levels of pagesInWindows((start) => shop.levels(locationId, start), { onUnreadable })) {
    await setUnreadableAside()
    yield { products: [], variants: [], levels }
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

async function readAllOrders(check: Check, operation: BulkOperation): Promise<ListedOrders> {
  const all: ListedOrders = { orders: [], lines: [] }
  const range = { offset: 0, batchLines: BATCH_LINES }
  for await (const { lines } of check.opened.shop.readBulkLines(operation, range)) {
    for (const batch of await parseLines(check, lines, parseOrderLines)) {
      for (const order of batch.orders) all.orders.push(order)
      for (const line of batch.lines) all.lines.push(line)
    }
  }
  const unread = new Set(check.unread)
  return { ...all, orders: all.orders.filter((order) => !unread.has(`Order/${order.id}`)) }
}

/** Groups lines with their orders: in a bulk result the lines of an order may come long after it. */
function* inWholeOrders(all: ListedOrders): Generator<ListedOrders> {
  const linesOf = Map.groupBy(all.lines, (line) => line.orderId)
  for (let at = 0; at < all.orders.length; at += ORDERS_PER_BATCH) {
    const orders = all.orders.slice(at, at + ORDERS_PER_BATCH)
    yield { orders, lines: orders.flatMap((order) => linesOf.get(order.id) ?? []) }
  }
}
