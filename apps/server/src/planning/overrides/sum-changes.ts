import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeDistribution, dropElapsedDays, meanOfDay } from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { changedDemand } from './changed-demand.ts'
import { readChanged } from './list-queries.ts'

/** About 0.2 ms each, so that other requests have their turns in between. */
const PER_TURN = 50

/**
 * Returns how many more units, or fewer, the products together are expected to sell on each of so many days from today on because
 * their forecasts were changed by hand. Parts of bundles are left out: those units are sold as the bundle.
 */
export async function sumChanges(
  tx: Tx,
  { merchantId, today, days }: { merchantId: number; today: number; days: number },
): Promise<number[]> {
  const sum = new Array<number>(days).fill(0)
  for await (const products of readChanged(tx, { merchantId, today: dayFromEpoch(today) }))
    for (const [i, { distribution, originDay, changes }] of products.entries()) {
      const usual = dropElapsedDays(decodeDistribution(distribution), Math.max(0, today - 1 - originDay))
      const changed = changedDemand(usual, changes, today).distribution
      for (let day = 0; day < days; day++)
        sum[day] = sum[day]! + meanOfDay(changed, day + 1) - meanOfDay(usual, day + 1)
      if (i % PER_TURN === PER_TURN - 1) await nextTurn()
    }
  return sum
}
