import type { Tx } from '../../database/app-database.ts'
import { applyOrders, clearLedger, type OrderBatch, writeOrders } from '../ledger/index.ts'
import { cursorOf, type SyncRun } from './sync-run.ts'

/** A whole history begins with an empty ledger, so that it ends the same whatever was there before. */
export async function prepareLedger(run: SyncRun, tx: Tx): Promise<void> {
  if (cursorOf(run).ordersWanted === 'history') await clearLedger(tx, run.merchantId)
}

export async function writeBatch(run: SyncRun, tx: Tx, batch: OrderBatch): Promise<void> {
  const { timeZone, ordersWanted } = cursorOf(run)
  const target = { merchantId: run.merchantId, timeZone }
  // A whole history is derived in one go at its end.
  if (ordersWanted === 'history') await writeOrders(tx, target, batch)
  else await applyOrders(tx, target, batch)
}

export function countsWith(run: SyncRun, batch: OrderBatch): { orders: number; orderLines: number } {
  return {
    orders: run.progress.orders + batch.orders.length,
    orderLines: run.progress.orderLines + batch.lines.length,
  }
}
