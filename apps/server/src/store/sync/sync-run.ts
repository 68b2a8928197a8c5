import { randomUUID } from 'node:crypto'
import type { SyncPhase } from '@stockcast/contract'
import { z } from 'zod'
import type { ReadLimits, Shop, StoreConnector } from '../../kernel/connector/connector.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import {
  lockOwnRun,
  type RunChanges,
  type RunKey,
  type SyncRunRow,
  takeRun,
  toMessage,
  updateRun,
} from './queries.ts'

/** At most four progress events a second are sent to open pages. */
const HINT_INTERVAL_MS = 250

/** The progress of a run, as stored. */
export interface Progress extends Omit<RunChanges, 'cursor'> {
  /** Null until the shop's details are read. */
  cursor: SyncCursor | null
}

/** A run while a worker processes it. `progress` is what was committed last. */
export interface SyncRun extends RunKey {
  kernel: Kernel
  shop: Shop
  store: StoreConnector
  canReadAllOrders: boolean
  limits: ReadLimits
  kind: 'first' | 'full'
  owner: string
  attempts: number
  signal: AbortSignal
  progress: Progress
  hintedAt: number
}

/** Thrown when another worker took over the run or the run has ended, so that nothing is left to do. */
export class RunLost extends Error {}

/** Makes this worker the owner of a run; null if the run has ended. */
export async function takeOver(
  kernel: Kernel,
  key: RunKey,
): Promise<{ row: SyncRunRow; owner: string } | null> {
  const owner = randomUUID()
  const row = await kernel.db.withTenant(key.merchantId, (tx) => takeRun(tx, key, owner))
  return row ? { row, owner } : null
}

/** Returns the stored progress; an unreadable cursor counts as none. */
export function getProgress(row: SyncRunRow): Progress {
  const cursor = syncCursorSchema.safeParse(row.cursor)
  return {
    phase: row.phase as SyncPhase,
    method: row.method,
    cursor: cursor.success ? cursor.data : null,
    products: row.products,
    variants: row.variants,
    orders: row.orders,
    orderLines: row.order_lines,
    expectedOrders: row.expected_orders,
    message: toMessage(row),
  }
}

/**
 * Commits one step of a run: the rows that `work` writes and the progress that it returns, but only while
 * this worker owns the run. A run that was killed anywhere therefore continues where its rows end.
 */
export async function commitStep(run: SyncRun, work: (tx: Tx) => Promise<Partial<Progress>>): Promise<void> {
  run.signal.throwIfAborted()
  await run.kernel.disk.assertRoom()
  const progress = await run.kernel.db.withTenant(run.merchantId, async (tx) => {
    if (!(await lockOwnRun(tx, run, run.owner))) throw new RunLost()
    const next = { ...run.progress, ...(await work(tx)) }
    await updateRun(tx, run, { ...next, cursor: next.cursor ?? {} })
    await hint(run, tx, next.phase !== run.progress.phase)
    return next
  })
  run.progress = progress
  run.attempts = 0
}

async function hint(run: SyncRun, tx: Tx, isNewPhase: boolean): Promise<void> {
  const now = performance.now()
  if (!isNewPhase && now - run.hintedAt < HINT_INTERVAL_MS) return
  run.hintedAt = now
  await run.kernel.live.publish(tx, run.merchantId, { type: 'sync' })
}

/** Returns the cursor of a run whose shop details were read. */
export function toCursor(run: SyncRun): SyncCursor {
  if (!run.progress.cursor) throw new Error('the run has no cursor yet')
  return run.progress.cursor
}

/** Where a long read continues; only the store's connector understands it. */
const positionSchema = z.record(z.string(), z.unknown())

/** How far a run has come. Stored together with the rows that it read. */
export const syncCursorSchema = z.object({
  timeZone: z.string(),
  /** `history`: all orders created since then; `changes`: those updated since then. */
  ordersWanted: z.enum(['history', 'changes']),
  ordersSince: z.iso.datetime(),
  /** By the store's clock: orders updated before it are in the ledger once the run has succeeded. */
  watermark: z.iso.datetime().nullable(),
  catalogue: positionSchema,
  orders: positionSchema,
})

export type SyncCursor = z.infer<typeof syncCursorSchema>
