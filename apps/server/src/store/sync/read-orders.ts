import type { ReadStep } from '../../kernel/connector/connector.ts'
import type { OrderRows } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { clearLedger } from '../ledger/queries.ts'
import { applyOrders, writeOrders } from '../ledger/write-orders.ts'
import { cursorWith, getMethod, getSteps, orderRange } from './long-read.ts'
import { commitStep, type SyncRun, toCursor } from './sync-run.ts'

/** Reads the wanted orders into the ledger. */
export async function readOrders(run: SyncRun): Promise<void> {
  await beginLedger(run)
  const read = run.shop.orders(orderRange(run))
  for await (const step of getSteps(run, 'orders', read)) await writeStep(run, step)
  await commitStep(run, async () => ({ phase: 'history', expectedOrders: run.progress.orders }))
}

/** Prepares the ledger for the first part of the orders; until that is written, it contains what is from before. */
async function beginLedger(run: SyncRun): Promise<void> {
  if (run.progress.orders + run.progress.orderLines > 0) return
  await commitStep(run, async (tx) => {
    await emptyLedger(run, tx)
    return {}
  })
}

/**
 * Empties the ledger before a whole history is read, so that the result does not depend on former contents.
 */
async function emptyLedger(run: SyncRun, tx: Tx): Promise<void> {
  if (toCursor(run).ordersWanted === 'history') await clearLedger(tx, run.merchantId)
}

async function writeStep(run: SyncRun, step: ReadStep<OrderRows>): Promise<void> {
  await commitStep(run, async (tx) => {
    if (step.restarts) await emptyLedger(run, tx)
    if (step.rows) await writeRows(run, tx, step.rows)
    const before = step.restarts ? { orders: 0, orderLines: 0 } : run.progress
    const watermark = step.readUntil?.toISOString() ?? toCursor(run).watermark
    return {
      cursor: { ...cursorWith(run, 'orders', step.position), watermark },
      orders: before.orders + (step.rows?.orders.length ?? 0),
      orderLines: before.orderLines + (step.rows?.lines.length ?? 0),
      expectedOrders: getExpected(run, step),
      ...getMethod(step),
    }
  })
}

async function writeRows(run: SyncRun, tx: Tx, rows: OrderRows): Promise<void> {
  const { timeZone, ordersWanted } = toCursor(run)
  const target = { merchantId: run.merchantId, timeZone }
  // The sales of a whole history are derived once at its end.
  if (ordersWanted === 'history') await writeOrders(tx, target, rows)
  else await applyOrders(tx, target, rows)
}

function getExpected(run: SyncRun, { expected }: ReadStep<OrderRows>): number | null {
  const before = run.progress.expectedOrders
  return expected === undefined ? before : Math.max(expected, before ?? 0)
}
