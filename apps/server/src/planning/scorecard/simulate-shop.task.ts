import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { MerchantKey, Tx } from '../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { beginSimulation, endSimulation } from './due-simulation.ts'
import { findLeadTimesDigest, lockForecastShop, saveScorecard } from './queries.ts'
import { readInputs } from './read-inputs.ts'
import type { SimulationPool } from './simulation-pool.ts'

/** Simulates a merchant's last 90 days and stores the scorecard. */
export const simulateShopTask = defineMerchantTask({
  name: 'simulate-shop',
  one: 'queued-or-running',
  retryLimit: 3,
  concurrency: 1,
})

/**
 * Simulates a merchant's last 90 days up to yesterday and stores the scorecard in place of the one before. A
 * second run with the same data stores the same. A shop without sales of tracked stock gets no scorecard. When
 * no simulation is due, only notes when the next one is.
 */
export async function simulateShop(
  kernel: Kernel,
  pool: SimulationPool,
  { merchantId }: MerchantKey,
  signal?: AbortSignal,
): Promise<void> {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => kernel.db.withTenant(merchantId, work)
  // Committed first: whoever sets the due time, such as a settings page, does not wait for the reading.
  if (!(await inTenant((tx) => beginSimulation(kernel, tx, merchantId)))) return
  const read = await inTenant(async (tx) => {
    const shop = await findShopFacts(tx, merchantId)
    if (!shop) return null
    const { timeZone } = shop
    const leadTimesDigest = await findLeadTimesDigest(tx, merchantId)
    const inputs = await readInputs(kernel, tx, { merchantId, timeZone })
    if (inputs) return { ...inputs, timeZone, leadTimesDigest }
    await endSimulation(kernel, tx, { merchantId, timeZone, origin: null, leadTimesDigest })
    return null
  })
  if (!read) return
  const { file, leadTimesDigest, recordedSince, products, timeZone } = read
  const answer = await pool.simulate(file, signal)
  await inTenant(async (tx) => {
    if (!(await lockForecastShop(tx, merchantId))) return
    await saveScorecard(tx, {
      merchantId,
      computedAt: kernel.clock.now(),
      origin: dayFromEpoch(file.origin),
      leadTimesDigest,
      recordedSince,
      products,
      ...answer,
    })
    await endSimulation(kernel, tx, { merchantId, timeZone, origin: file.origin, leadTimesDigest })
    await kernel.live.publish(tx, merchantId, { type: 'scorecard' })
  })
}
