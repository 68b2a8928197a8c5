import type { DemandDistribution } from '@stockcast/forecasting/decisions'
import { epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { distributionToday } from '../projection/derive-projection.ts'
import { findShopForecast } from './queries.ts'

interface ReadDistribution {
  stored: readonly number[]
  origin: string
  today: number
  distribution: DemandDistribution
}

/** Shops whose latest distribution is held, with the quantiles read from it; some kilobytes each. */
const MAX_SHOPS = 200
const latest = new Map<number, ReadDistribution>()

/**
 * Returns the demand distribution of the whole shop, seen from today; null without a forecast. The forecast is
 * read each time; while it and the day are the same, so is the returned object.
 */
export async function findShopDistribution(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: number },
): Promise<DemandDistribution | null> {
  const found = await findShopForecast(tx, merchantId)
  if (!found) return null
  const { origin, distribution: stored } = found
  const former = latest.get(merchantId)
  if (former?.origin === origin && former.today === today && isEqual(former.stored, stored)) {
    return former.distribution
  }
  const distribution = distributionToday({ distribution: stored, origin: epochDay(origin) }, today)
  if (distribution) hold(merchantId, { stored, origin, today, distribution })
  return distribution
}

function isEqual(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((value, i) => value === others[i])
}

function hold(merchantId: number, read: ReadDistribution): void {
  latest.delete(merchantId)
  latest.set(merchantId, read)
  const [oldest] = latest.keys()
  if (latest.size > MAX_SHOPS && oldest !== undefined) latest.delete(oldest)
}
