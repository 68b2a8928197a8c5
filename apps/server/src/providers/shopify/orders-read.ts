import type {
  LongRead,
  OnUnreadable,
  OrderRange,
  ReadLimits,
  ReadPosition,
  ReadStep,
} from '../../kernel/connector/connector.ts'
import type { OrderRows } from '../../kernel/connector/rows.ts'
import { BATCH_LINES } from './catalogue-read.ts'
import { bulkOrders, createdSince, type ShopClient, updatedSince, WINDOW_ROWS } from './client/index.ts'
import { ordersPositionSchema, type PagedOrders } from './positions.ts'
import { type BulkSource, ensureBulkStarted, readInBulk } from './read-in-bulk.ts'
import { type ListedOrders, orderRows, parseOrderLines } from './translate.ts'
import { reporting } from './unreadable.ts'

type Step = ReadStep<OrderRows>

/** Returns the read of a shop's orders: by a bulk operation, or page by page where that is unavailable. */
export function ordersRead(client: ShopClient, range: OrderRange): LongRead<OrderRows> {
  const query = bulkOrders(range.by === 'created' ? createdSince(range.since) : updatedSince(range.since))
  return {
    prepare: async (position) => {
      const read = ordersPositionSchema.parse(position)
      if (read.source === 'paged') return position
      return (await ensureBulkStarted(client, query, read)) ?? position
    },
    steps: (from) => steps(client, { ...range, query }, from),
  }
}

async function* steps(
  client: ShopClient,
  range: OrderRange & { query: string },
  from: { position: ReadPosition; signal: AbortSignal } & ReadLimits,
): AsyncGenerator<Step> {
  const { signal, batchLines = BATCH_LINES, windowRows = WINDOW_ROWS } = from
  const position = ordersPositionSchema.parse(from.position)
  if (position.source === 'paged') {
    yield* orderPages(client, range, { position, windowRows })
    return
  }
  const source: BulkSource<ListedOrders, OrderRows> = {
    query: range.query,
    parse: (lines) => parseOrderLines(lines),
    complete: async (listed, operation) => ({
      rows: await orderRows(client, listed),
      // A change after the operation began may be missing from its result.
      readUntil: operation.createdAt,
    }),
    reportsExpected: true,
  }
  if (yield* readInBulk(client, source, { position, signal, batchLines })) return
  const first = firstPage(range.since)
  yield { position: first, restarts: 'paged' }
  yield* orderPages(client, range, { position: first, windowRows })
}

export function firstPage(since: Date): PagedOrders {
  return { source: 'paged', since: since.toISOString(), after: null, seenInWindow: 0, isDone: false }
}

/**
 * Yields orders with the oldest change first, from a position on. An order that changes meanwhile moves to
 * the end and is read again.
 */
export async function* orderPages(
  client: ShopClient,
  range: OrderRange,
  of: { position: PagedOrders; windowRows: number; onUnreadable?: OnUnreadable },
): AsyncGenerator<Step> {
  for (let { position } = of; !position.isDone; ) {
    const page = await client.orders({
      after: position.after,
      query: getSearch(range, position),
      onUnreadable: reporting(of.onUnreadable),
    })
    const lines = page.nodes.flatMap((order) => order.lines.map((line) => ({ ...line, orderId: order.id })))
    const rows = await orderRows(client, { orders: page.nodes, lines }, of.onUnreadable)
    const last = page.nodes.at(-1)?.updatedAt
    position = nextPosition(position, { next: page.next, rows: page.nodes.length, last }, of.windowRows)
    yield { position, rows, ...(last === undefined ? {} : { readUntil: last }) }
  }
}

/** Returns the search for the orders of the bulk read, from the start of the window on. */
function getSearch(range: OrderRange, position: PagedOrders): string {
  const changed = updatedSince(new Date(position.since))
  return range.by === 'created' ? `${createdSince(range.since)} AND ${changed}` : changed
}

function nextPosition(
  position: PagedOrders,
  page: { next: string | null; rows: number; last: Date | undefined },
  windowRows: number,
): PagedOrders {
  if (page.next === null) return { ...position, isDone: true }
  const seenInWindow = position.seenInWindow + page.rows
  const last = page.last?.toISOString()
  if (seenInWindow >= windowRows && last !== undefined && last > position.since) {
    return { ...position, since: last, after: null, seenInWindow: 0 }
  }
  return { ...position, after: page.next, seenInWindow }
}
