import { countWrites } from '../../kernel/database/count-writes.ts'
import { refreshStatistics } from '../../kernel/database/refresh-statistics.ts'
import { readStoreBundlesTask } from '../bundles/read-store-bundles.task.ts'
import { requestForecast } from '../changes/request-forecast.ts'
import { readStoreCollectionsTask } from '../collections/read-store-collections.task.ts'
import { readScheduledReceiptsTask } from '../inbound/read-scheduled-receipts.task.ts'
import {
  deriveAllSales,
  deriveSalesOfNewVariants,
  moveFirstSeenToFirstSale,
} from '../ledger/derived-sales-queries.ts'
import { finishRun } from './queries.ts'
import { commitStep, type SyncRun, toCursor } from './sync-run.ts'

/** Derives the daily sales from the ledger, ends the run and requests forecasts. */
export async function deriveHistory(run: SyncRun): Promise<void> {
  const { kernel, merchantId } = run
  const isWhole = toCursor(run).ordersWanted === 'history'
  if (isWhole) {
    await refreshStatistics(kernel.db)
    await commitStep(run, async (tx) => {
      await deriveAllSales(tx, merchantId)
      await countWrites(tx)
      return {}
    })
    await refreshStatistics(kernel.db)
  }
  await commitStep(run, async (tx) => {
    if (!isWhole) await deriveSalesOfNewVariants(tx, merchantId)
    await moveFirstSeenToFirstSale(tx, merchantId)
    const { message } = run.progress
    await finishRun(tx, run, { status: 'succeeded', at: kernel.clock.now(), message })
    await requestForecast(kernel, tx, merchantId)
    await kernel.jobs.send(readScheduledReceiptsTask, { merchantId }, { tx })
    await kernel.jobs.send(readStoreBundlesTask, { merchantId }, { tx })
    await kernel.jobs.send(readStoreCollectionsTask, { merchantId }, { tx })
    return { phase: 'forecast' }
  })
}
