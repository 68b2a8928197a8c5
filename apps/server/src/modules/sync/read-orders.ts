import { bulkOrders, createdSince, updatedSince } from '../../integrations/shopify/index.ts'
import { countsWith, orderBatch, parseOrderLines, prepareLedger, writeBatch } from './order-batch.ts'
import { readInBulk } from './read-in-bulk.ts'
import { readOrderPages } from './read-order-pages.ts'
import { commitStep, cursorOf, type SyncRun } from './sync-run.ts'

/** Returns the query of the bulk operation for orders. */
export function ordersQuery(run: SyncRun): string {
  const { ordersWanted, ordersSince } = cursorOf(run)
  const since = new Date(ordersSince)
  return bulkOrders(ordersWanted === 'history' ? createdSince(since) : updatedSince(since))
}

/** Reads the wanted orders into the ledger. */
export async function readOrders(run: SyncRun): Promise<void> {
  await beginLedger(run)
  if (!(await readOrdersInBulk(run))) await readOrderPages(run)
  await commitStep(run, async () => ({ phase: 'history', expectedOrders: run.progress.orders }))
}

/**
 * Empties the ledger of a whole history: until part of the result is written, its contents are from before.
 */
async function beginLedger(run: SyncRun): Promise<void> {
  const { orders } = cursorOf(run)
  if (orders.source === 'paged' || orders.offset > 0) return
  await commitStep(run, async (tx) => {
    await prepareLedger(run, tx)
    return {}
  })
}

function readOrdersInBulk(run: SyncRun): Promise<boolean> {
  const stream = { name: 'orders', query: ordersQuery(run) } as const
  return readInBulk(run, stream, parseOrderLines, async ({ records, nextOffset }, operation) => {
    const batch = await orderBatch(run.shop, records)
    await commitStep(run, async (tx) => {
      const { orders } = cursorOf(run)
      if (orders.source !== 'bulk') throw new Error('the orders are read page by page')
      await writeBatch(run, tx, batch)
      // A change after the operation began may be missing from its result.
      const watermark = operation.createdAt.toISOString()
      return {
        cursor: { ...cursorOf(run), watermark, orders: { ...orders, offset: nextOffset } },
        ...countsWith(run, batch),
      }
    })
  })
}
