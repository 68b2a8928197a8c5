import { setImmediate as nextTurn } from 'node:timers/promises'
import { withAddedUnits } from '@stockcast/forecasting'
import {
  type DemandDistribution,
  decodeDistribution,
  dropElapsedDays,
  meanOfDay,
} from '@stockcast/forecasting/decisions'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { changedDemand } from '../overrides/changed-demand.ts'
import { nameCurrent, readChanged } from '../overrides/list-queries.ts'
import { distributionToday } from '../projection/derive-projection.ts'
import { findShopForecast } from './queries.ts'

interface ReadDistribution {
  stored: readonly number[]
  origin: string
  today: number
  /** The overrides of the forecast. */
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

/** Each takes about 0.2 ms; other requests get their turns in between. */
const PRODUCTS_PER_TURN = 50

/**
 * Returns by how many units changes by hand raise or lower what all products together are expected to sell on each of
 * `days` days, from today on. Parts of bundles are left out: those units are sold as the bundle.
 */
async function sumChanges(
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
