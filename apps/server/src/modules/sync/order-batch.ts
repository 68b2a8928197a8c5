import type { Tx } from '../../database/app-database.ts'
import { type LineNode, type OrderNode, parseBulkLine, type Shop } from '../../integrations/shopify/index.ts'
import { applyOrders, clearLedger, type OrderBatch, writeOrders } from '../ledger/index.ts'
import { cursorOf, type SyncRun } from './sync-run.ts'

/** Orders and lines as a bulk result has them, before quantities removed by edits are known. */
export interface ListedOrders {
  orders: OrderNode[]
  lines: (LineNode & { orderId: number })[]
}

export function parseOrderLines(lines: readonly string[]): ListedOrders {
  const batch: ListedOrders = { orders: [], lines: [] }
  for (const line of lines) {
    const { type, node } = parseBulkLine(line)
    if (type === 'LineItem') batch.lines.push(node)
    else if (type === 'Order') batch.orders.push(node)
  }
  return batch
}

/** Returns the same orders with their lines in units as ordered. */
export async function orderBatch(shop: Shop, { orders, lines }: ListedOrders): Promise<OrderBatch> {
  return { orders, lines: await shop.orderedLines(orders, lines) }
}

/**
 * Empties the ledger before a whole history is read, so that the result does not depend on former contents.
 */
export async function prepareLedger(run: SyncRun, tx: Tx): Promise<void> {
  if (cursorOf(run).ordersWanted === 'history') await clearLedger(tx, run.merchantId)
}

export async function writeBatch(run: SyncRun, tx: Tx, batch: OrderBatch): Promise<void> {
  const { timeZone, ordersWanted } = cursorOf(run)
  const target = { merchantId: run.merchantId, timeZone }
  // The sales of a whole history are derived once at its end.
  if (ordersWanted === 'history') await writeOrders(tx, target, batch)
  else await applyOrders(tx, target, batch)
}

export function countsWith(run: SyncRun, batch: OrderBatch): { orders: number; orderLines: number } {
  return {
    orders: run.progress.orders + batch.orders.length,
    orderLines: run.progress.orderLines + batch.lines.length,
  }
}
