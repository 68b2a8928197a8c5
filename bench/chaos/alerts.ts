import { openDatabase } from '../../apps/server/src/database/app-database.ts'
import { startJobQueue } from '../../apps/server/src/jobs/job-queue.ts'
import { createLog } from '../../apps/server/src/log.ts'
import { forecastShopTask } from '../../apps/server/src/modules/forecasts/forecast-shop.task.ts'
import { refreshProjectionsTask } from '../../apps/server/src/modules/projection/refresh-projections.task.ts'
import { insertCatalog } from '../../apps/server/src/testing/insert-catalog.ts'

const DAYS_OF_SALES = 60
const SALES_A_DAY = 6
const AMPLE_STOCK = 500
/** Below the safety stock that a new merchant has. */
const LAST_UNITS = 3

export interface AlertMaker {
  /** Creates products with sales and ample stock, and requests their forecast. */
  stock(merchantId: number, count: number): Promise<number[]>
  /**
   * Sells these products down to their last units, and queues the refresh of their projections and alerts.
   */
  sellOut(merchantId: number, variantIds: readonly number[]): Promise<void>
  close(): Promise<void>
}

/** Creates alerts as a sync does: it writes stock, and the worker decides. */
export async function openAlertMaker(databaseUrl: string, now: () => Date): Promise<AlertMaker> {
  const db = openDatabase(databaseUrl, { poolSize: 4, onError: () => undefined })
  const jobs = await startJobQueue({ databaseUrl, log: createLog('silent', 'bench'), supervise: false })
  await jobs.prepare([forecastShopTask, refreshProjectionsTask])
  const clock = { now, setOffset: () => undefined }
  return {
    stock: async (merchantId, count) => {
      const seed = { available: AMPLE_STOCK, sales: Array.from({ length: DAYS_OF_SALES }, () => SALES_A_DAY) }
      const variants = Array.from({ length: count }, (_, n) => ({ title: `Product ${n}`, ...seed }))
      const ids = await insertCatalog({ db, clock }, { merchantId, firstId: merchantId * 100_000, variants })
      await jobs.send(forecastShopTask, { merchantId })
      return ids
    },
    sellOut: (merchantId, variantIds) =>
      db.withTenant(merchantId, async (tx) => {
        await tx
          .updateTable('inventory_levels')
          .set({ available: LAST_UNITS, on_hand: LAST_UNITS })
          .where('merchant_id', '=', merchantId)
          .where('variant_id', 'in', variantIds)
          .execute()
        await jobs.send(refreshProjectionsTask, { merchantId, variantIds: [...variantIds] }, { tx })
      }),
    close: async () => {
      await jobs.stop()
      await db.close()
    },
  }
}
