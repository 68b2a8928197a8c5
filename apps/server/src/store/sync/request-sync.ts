import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { expectForecast } from '../changes/request-forecast.ts'
import { requireConnection } from '../shops/open-shop.ts'
import { findLastCursor, findRunningRun, insertRun } from './queries.ts'
import { syncShopTask } from './sync-shop.task.ts'

/** Starts a sync run, or returns the one that is running: a merchant has at most one. */
export async function requestSync(kernel: Kernel, tx: Tx, merchantId: number): Promise<number> {
  const running = await findRunningRun(tx, merchantId)
  if (running !== undefined) return running

  const kind = (await findLastCursor(tx, merchantId)) === undefined ? 'first' : 'full'
  const runId = await insertRun(tx, { merchantId, kind, startedAt: kernel.clock.now() })
  if (runId === undefined) {
    // Another request at the same moment committed first.
    const other = await findRunningRun(tx, merchantId)
    if (other === undefined) throw new AppError('conflict', 'A sync has just ended. Please try again.')
    return other
  }
  // A sync that fails has stored products too.
  await expectForecast(kernel, tx, merchantId)
  await kernel.jobs.send(syncShopTask, { merchantId, runId }, { tx })
  await kernel.live.publish(tx, merchantId, { type: 'sync' })
  return runId
}

/** Starts a sync on request. */
export async function startSync(kernel: Kernel, merchantId: number): Promise<{ syncRunId: number }> {
  await kernel.disk.assertRoom()
  return kernel.db.withTenant(merchantId, async (tx) => {
    await requireConnection(kernel, tx, merchantId)
    return { syncRunId: await requestSync(kernel, tx, merchantId) }
  })
}
