import { z } from 'zod'
import { dayFromEpoch } from '../../calendar.ts'
import { defineTask } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { findShopFacts } from '../../shop-facts/queries.ts'
import { findLeadTimesDigest, lockForecastShop, saveScorecard } from './queries.ts'
import { readInputs } from './read-inputs.ts'
import type { SimulationPool } from './simulation-pool.ts'

/** Simulates a merchant's last 90 days and stores the scorecard. Send with the merchant as key. */
export const simulateShopTask = defineTask({
  name: 'simulate-shop',
  formerName: 'replay-shop',
  data: z.object({ merchantId: z.number().int().positive() }),
  one: 'queued-or-running',
  retryLimit: 3,
  concurrency: 1,
})

/**
 * Simulates a merchant's last 90 days up to yesterday and stores the scorecard in place of the one before. A
 * second run with the same data stores the same. A shop without sales of tracked stock gets no scorecard.
 */
export async function simulateShop(
  kernel: Kernel,
  pool: SimulationPool,
  { merchantId }: { merchantId: number },
  signal?: AbortSignal,
): Promise<void> {
  const read = await kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await findShopFacts(tx, merchantId)
    if (!shop || shop.forecastAsOf === null) return null
    const inputs = await readInputs(kernel, tx, { merchantId, timeZone: shop.timeZone })
    return inputs && { ...inputs, leadTimesDigest: await findLeadTimesDigest(tx, merchantId) }
  })
  if (!read) return
  const { file, leadTimesDigest, recordedSince, products } = read
  const answer = await pool.simulate(file, signal)
  await kernel.db.withTenant(merchantId, async (tx) => {
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
    await kernel.live.publish(tx, merchantId, { type: 'scorecard' })
  })
}
