import { z } from 'zod'
import { epochDay, today } from '../../calendar.ts'
import { defineTask } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { findShopFacts } from '../../shop-facts/queries.ts'
import { findLeadTimesDigest, findScorecardState, listMerchantIds } from './queries.ts'
import { simulateShopTask } from './simulate-shop.task.ts'

/** Sends `simulate-shop` to every merchant whose scorecard is due. */
export const scheduleSimulationsTask = defineTask({
  name: 'schedule-simulations',
  formerName: 'schedule-replays',
  cron: '*/10 * * * *',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 2,
})

/** Days after which the scorecard is computed again. */
const EVERY_DAYS = 7

/**
 * Sends `simulate-shop` for every merchant who has forecasts but no scorecard, one that is a week
 * old, or one computed with other lead times. Repeating it is harmless: a merchant's simulation is queued
 * once.
 */
export async function scheduleSimulations(kernel: Pick<Kernel, 'db' | 'jobs' | 'clock'>): Promise<void> {
  for (const merchantId of await listMerchantIds(kernel.db.directory)) await sendIfDue(kernel, merchantId)
}

/** Does the same for one merchant. */
export async function sendIfDue(
  kernel: Pick<Kernel, 'db' | 'jobs' | 'clock'>,
  merchantId: number,
): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await findShopFacts(tx, merchantId)
    if (!shop || shop.forecastAsOf === null) return
    const state = await findScorecardState(tx, merchantId)
    if (state.isSyncing) return
    const yesterday = epochDay(today(kernel.clock, shop.timeZone)) - 1
    const isOld = state.origin === null || yesterday - epochDay(state.origin) >= EVERY_DAYS
    if (!isOld && state.leadTimesDigest === (await findLeadTimesDigest(tx, merchantId))) return
    await kernel.jobs.send(simulateShopTask, { merchantId }, { tx, key: String(merchantId) })
  })
}
