import { epochDay, today } from '../../calendar.ts'
import type { Kernel } from '../../kernel.ts'
import { findShopFacts } from '../../shop-facts/queries.ts'
import { findLeadTimesDigest, findScorecardState, listMerchantIds } from './queries.ts'
import { simulateShop } from './task-definitions.ts'

/** Days after which the scorecard is computed again. */
const EVERY_DAYS = 7

/**
 * Sends `simulate-shop` for every merchant (or this one) who has forecasts but no scorecard, one that is a week
 * old, or one computed with other lead times. Repeating it is harmless: a merchant's simulation is queued
 * once.
 */
export async function sendDueSimulations(
  kernel: Pick<Kernel, 'db' | 'jobs' | 'clock'>,
  merchantId?: number,
): Promise<void> {
  const ids = merchantId === undefined ? await listMerchantIds(kernel.db.directory) : [merchantId]
  for (const id of ids) await sendIfDue(kernel, id)
}

async function sendIfDue(kernel: Pick<Kernel, 'db' | 'jobs' | 'clock'>, merchantId: number): Promise<void> {
  await kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await findShopFacts(tx, merchantId)
    if (!shop || shop.forecastAsOf === null) return
    const state = await findScorecardState(tx, merchantId)
    if (state.isSyncing) return
    const yesterday = epochDay(today(kernel.clock, shop.timeZone)) - 1
    const isOld = state.origin === null || yesterday - epochDay(state.origin) >= EVERY_DAYS
    if (!isOld && state.leadTimesDigest === (await findLeadTimesDigest(tx, merchantId))) return
    await kernel.jobs.send(simulateShop, { merchantId }, { tx, key: String(merchantId) })
  })
}
