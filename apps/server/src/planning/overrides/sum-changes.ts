import { setImmediate as nextTurn } from 'node:timers/promises'
import { decodeDistribution, dropElapsedDays, meanOfDay } from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { changedDemand } from './changed-demand.ts'
import { readChanged } from './list-queries.ts'

/** Each takes about 0.2 ms; other requests get their turns in between. */
const PRODUCTS_PER_TURN = 50

/**
 * Returns by how many units changes by hand raise or lower what all products together are expected to sell on each of
 * `days` days, from today on. Parts of bundles are left out: those units are sold as the bundle.
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
      if (i % PRODUCTS_PER_TURN === PRODUCTS_PER_TURN - 1) await nextTurn()
    }
  return sum
}
