import { z } from 'zod'
import { dayOf, today } from '../../calendar.ts'
import { defineTask } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { findShopFacts } from '../../shop-facts/queries.ts'
import { forecastShopTask } from './forecast-shop.task.ts'
import { hasCompleteCatalog, listMerchantIds } from './queries.ts'

/** Queues `forecast-shop` for every merchant whose day has changed since the last forecast. */
export const scheduleNightTask = defineTask({
  name: 'schedule-night',
  cron: '*/30 * * * *',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 2,
})

/**
 * Queues `forecast-shop` for every merchant with products whose calendar day differs from the one of their
 * last forecast. Merchants with a running sync are left out, because the sync queues a forecast at its end.
 * Repeated calls queue a merchant's forecast once. While storage is low nothing is queued until a later call.
 */
export async function scheduleNight(kernel: Kernel): Promise<number> {
  if ((await kernel.disk.look()).isLow) return 0
  let sent = 0
  for (const merchantId of await listMerchantIds(kernel.db.directory)) {
    const isSent = await kernel.db.withTenant(merchantId, async (tx) => {
      const shop = await findShopFacts(tx, merchantId)
      if (!shop) return false
      const { forecastAsOf, timeZone } = shop
      const isOfToday =
        forecastAsOf !== null && dayOf(forecastAsOf, timeZone) === today(kernel.clock, timeZone)
      if (isOfToday || !(await hasCompleteCatalog(tx, merchantId))) return false
      await kernel.jobs.send(forecastShopTask, { merchantId }, { tx, key: String(merchantId) })
      return true
    })
    if (isSent) sent += 1
  }
  return sent
}
