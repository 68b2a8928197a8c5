import { HOUR_MS } from '@stockcast/contract'
import type { OnUnreadable } from '../../kernel/connector/connector.ts'
import type { OrderRows } from '../../kernel/connector/rows.ts'
import { bulkOrders, type ShopClient, updatedSince, WINDOW_ROWS } from './client/index.ts'
import { firstPage, orderPages } from './orders-read.ts'
import { NOT_STARTED } from './positions.ts'
import { type BulkSource, readInBulk } from './read-in-bulk.ts'
import { type ListedOrders, orderRows, parseOrderLines } from './translate.ts'
import { notingOrders } from './unreadable.ts'

const BATCH_LINES = 5000
const ORDERS_PER_PART = 2000
/** Orders of a longer period are read in bulk. */
const LONG_MS = 6 * HOUR_MS

interface ChangedSince {
  since: Date
  now: Date
  signal: AbortSignal
  onUnreadable: OnUnreadable
}

/** Yields the orders that changed at `since` or later, each in one part with all its lines. */
export async function* changedOrders(client: ShopClient, of: ChangedSince): AsyncGenerator<OrderRows> {
  const { since, now, onUnreadable } = of
  const isLong = now.getTime() - since.getTime() > LONG_MS
  const listed = isLong ? await listInBulk(client, of) : null
  if (listed !== null) {
    for (const part of inWholeOrders(listed)) yield await orderRows(client, part, onUnreadable)
    return
  }
  const from = { position: firstPage(since), windowRows: WINDOW_ROWS, onUnreadable }
  for await (const { rows } of orderPages(client, { by: 'changed', since }, from)) if (rows) yield rows
}

/** Returns null if bulk operations are unavailable or did not succeed. */
async function listInBulk(
  client: ShopClient,
  { since, signal, onUnreadable }: ChangedSince,
): Promise<ListedOrders | null> {
  const unread = new Set<number>()
  const report = notingOrders(onUnreadable, unread)
  const source: BulkSource<ListedOrders, ListedOrders> = {
    query: bulkOrders(updatedSince(since)),
    parse: (lines) => parseOrderLines(lines, report),
    complete: async (rows) => ({ rows }),
  }
  const steps = readInBulk(client, source, { position: NOT_STARTED, signal, batchLines: BATCH_LINES })
  let all: ListedOrders = { orders: [], lines: [] }
  for (;;) {
    const step = await steps.next()
    if (step.done)
      return step.value ? { ...all, orders: all.orders.filter(({ id }) => !unread.has(id)) } : null
    if (step.value.restarts) all = { orders: [], lines: [] }
    for (const order of step.value.rows?.orders ?? []) all.orders.push(order)
    for (const line of step.value.rows?.lines ?? []) all.lines.push(line)
  }
}

/** Groups lines with their orders: in a bulk result the lines of an order may come long after it. */
function* inWholeOrders(all: ListedOrders): Generator<ListedOrders> {
  const linesOf = Map.groupBy(all.lines, (line) => line.orderId)
  for (let at = 0; at < all.orders.length; at += ORDERS_PER_PART) {
    const orders = all.orders.slice(at, at + ORDERS_PER_PART)
    yield { orders, lines: orders.flatMap((order) => linesOf.get(order.id) ?? []) }
  }
}
