import type { Tx } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import type { Kernel } from '../../kernel.ts'
import { findLastCursor, findRunningRun, insertRun } from './queries.ts'
import { syncShop } from './task-definitions.ts'

/** Starts a sync run, or answers the one that is running: a merchant has at most one. */
export async function requestSync(kernel: Kernel, tx: Tx, merchantId: number): Promise<number> {
  const running = await findRunningRun(tx, merchantId)
  if (running !== undefined) return running

  const kind = (await findLastCursor(tx, merchantId)) === undefined ? 'first' : 'full'
  const runId = await insertRun(tx, { merchantId, kind, startedAt: kernel.clock.now() })
  if (runId === undefined) {
    // Somebody else asked at the same moment and committed first.
    const other = await findRunningRun(tx, merchantId)
    if (other === undefined) throw new AppError('conflict', 'A sync has just ended. Please try again.')
    return other
  }
  await kernel.jobs.send(syncShop, { merchantId, runId }, { tx })
  await kernel.live.publish(tx, merchantId, { type: 'sync' })
  return runId
}
