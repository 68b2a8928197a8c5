import { createdSince, updatedSince } from '../../integrations/shopify/index.ts'
import type { SyncCursor } from './cursor.ts'
import { countsWith, orderBatch, prepareLedger, writeBatch } from './order-batch.ts'
import { commitStep, cursorOf, type SyncRun } from './sync-run.ts'

type PagedCursor = Extract<SyncCursor['orders'], { source: 'paged' }>

/**
 * Reads the same as the bulk read, page by page, oldest change first. An order that changes meanwhile moves
 * to the end and is read again.
 */
export async function readOrderPages(run: SyncRun): Promise<void> {
  if (cursorOf(run).orders.source === 'bulk') await startPaging(run)
  while (await readPage(run)) run.signal.throwIfAborted()
}

async function startPaging(run: SyncRun): Promise<void> {
  await commitStep(run, async (tx) => {
    await prepareLedger(run, tx)
    const since = cursorOf(run).ordersSince
    const orders = { source: 'paged', since, after: null, seenInWindow: 0 } as const
    return { method: 'paged', orders: 0, orderLines: 0, cursor: { ...cursorOf(run), orders } }
  })
}

async function readPage(run: SyncRun): Promise<boolean> {
  const cursor = cursorOf(run).orders as PagedCursor
  const page = await run.shop.orders({ after: cursor.after, query: searchOf(run, cursor) })
  const lines = page.nodes.flatMap((order) => order.lines.map((line) => ({ ...line, orderId: order.id })))
  const batch = await orderBatch(run.shop, { orders: page.nodes, lines })
  await commitStep(run, async (tx) => {
    await writeBatch(run, tx, batch)
    const last = page.nodes.at(-1)?.updatedAt.toISOString() ?? cursorOf(run).watermark
    const orders = nextCursor(cursor, { next: page.next, rows: page.nodes.length, last }, run.windowRows)
    const progress = { cursor: { ...cursorOf(run), watermark: last, orders }, ...countsWith(run, batch) }
    return page.next === null ? { ...progress, phase: 'history' } : progress
  })
  return page.next !== null
}

/** Returns the search for the orders of the bulk read, from the start of the window on. */
function searchOf(run: SyncRun, cursor: PagedCursor): string {
  const { ordersWanted, ordersSince } = cursorOf(run)
  const changed = updatedSince(new Date(cursor.since))
  return ordersWanted === 'history' ? `${createdSince(new Date(ordersSince))} AND ${changed}` : changed
}

function nextCursor(
  cursor: PagedCursor,
  page: { next: string | null; rows: number; last: string | null },
  windowRows: number,
): PagedCursor {
  const seenInWindow = cursor.seenInWindow + page.rows
  const isWindowFull = seenInWindow >= windowRows && page.last !== null && page.last > cursor.since
  if (isWindowFull) return { ...cursor, since: page.last ?? cursor.since, after: null, seenInWindow: 0 }
  return { ...cursor, after: page.next, seenInWindow }
}
