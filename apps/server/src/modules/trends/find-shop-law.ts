import type { DemandLaw } from '@stockcast/forecasting/decisions'
import { epochDay } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { lawToday } from '../projection/index.ts'
import { findShopForecast } from './queries.ts'

/** Returns the demand distribution of the whole shop, seen from today; null without a forecast. */
export async function findShopLaw(
  tx: Tx,
  key: { merchantId: number; today: number },
): Promise<DemandLaw | null> {
  const stored = await findShopForecast(tx, key.merchantId)
  return lawToday(stored ? { law: stored.law, origin: epochDay(stored.origin) } : null, key.today)
}
