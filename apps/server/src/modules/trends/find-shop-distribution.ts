import type { DemandDistribution } from '@stockcast/forecasting/decisions'
import { epochDay } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { distributionToday } from '../projection/index.ts'
import { findShopForecast } from './queries.ts'

/** Returns the demand distribution of the whole shop, seen from today; null without a forecast. */
export async function findShopDistribution(
  tx: Tx,
  key: { merchantId: number; today: number },
): Promise<DemandDistribution | null> {
  const stored = await findShopForecast(tx, key.merchantId)
  return distributionToday(
    stored ? { distribution: stored.distribution, origin: epochDay(stored.origin) } : null,
    key.today,
  )
}
