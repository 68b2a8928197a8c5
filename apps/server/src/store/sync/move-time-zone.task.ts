import type { MerchantKey } from '../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requestForecast } from '../changes/request-forecast.ts'
import { deriveAllSales, moveFirstSeenToFirstSale } from '../ledger/derived-sales-queries.ts'
import { moveDays } from '../ledger/move-days.ts'
import { findRunningRun, findTimeZone } from './queries.ts'

/** Moves a shop's orders to the days of its new time zone. */
export const moveTimeZoneTask = defineMerchantTask({
  name: 'move-time-zone',
  one: 'queued',
  retryLimit: 8,
})

const SYNC_DELAY_SECONDS = 5

/**
 * Moves every order to its day in the shop's current time zone, a few thousand in each transaction, then
 * derives the sales again in one go. After a kill it can be run again and skips what is done.
 */
export async function moveTimeZone(
  kernel: Kernel,
  { merchantId }: MerchantKey,
  signal: AbortSignal,
): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    signal.throwIfAborted()
    const from: number = after
    after = await kernel.db.withTenant(merchantId, async (tx) => {
      const timeZone = await findTimeZone(tx, merchantId)
      if (timeZone === undefined) return null
      // A sync writes with the time zone that it began with.
      if ((await findRunningRun(tx, merchantId)) !== undefined) {
        const options = { tx, delaySeconds: SYNC_DELAY_SECONDS }
        await kernel.jobs.send(moveTimeZoneTask, { merchantId }, options)
        return null
      }
      const next = await moveDays(tx, { merchantId, timeZone, after: from })
      if (next !== null) return next
      await deriveAllSales(tx, merchantId)
      await moveFirstSeenToFirstSale(tx, merchantId)
      await requestForecast(kernel, tx, merchantId)
      return null
    })
  }
}
