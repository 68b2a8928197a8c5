import { withAddedUnits } from '@stockcast/forecasting'
import type { DemandDistribution } from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { nameCurrent } from '../overrides/list-queries.ts'
import { sumChanges } from '../overrides/sum-changes.ts'
import { distributionToday } from '../projection/derive-projection.ts'
import { findShopForecast } from './queries.ts'

interface ReadDistribution {
  stored: readonly number[]
  origin: string
  today: number
  /** What was changed by hand. */
  changes: string
  distribution: DemandDistribution
}

/** Shops whose latest distribution is held, with the quantiles read from it; some kilobytes each. */
const MAX_SHOPS = 200
const latest = new Map<number, ReadDistribution>()

/**
 * Returns the demand distribution of the whole shop, seen from today; null without a forecast. It is fitted to the shop's total, and
 * adjusted by the changes by hand to products. The forecast is read each time; as long as it, the changes and the day are the same,
 * the same object is returned.
 */
export async function findShopDistribution(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: number },
): Promise<DemandDistribution | null> {
  const found = await findShopForecast(tx, merchantId)
  if (!found) return null
  const { origin, distribution: stored } = found
  const changes = await nameCurrent(tx, { merchantId, today: dayFromEpoch(today) })
  const former = latest.get(merchantId)
  const isSame = former?.origin === origin && former.today === today && former.changes === changes
  if (isSame && isEqual(former.stored, stored)) {
    return former.distribution
  }
  const usual = distributionToday({ distribution: stored, origin: epochDay(origin) }, today)
  if (!usual) return null
  const days = usual.horizonDays
  const distribution =
    changes === '' ? usual : withAddedUnits(usual, await sumChanges(tx, { merchantId, today, days }))
  hold(merchantId, { stored, origin, today, changes, distribution })
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
