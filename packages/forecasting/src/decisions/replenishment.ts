import { requireCount, requireNotNegative } from '../arguments.ts'
import { type DemandDistribution, dropElapsedDays, meanDemand } from '../distribution/demand-distribution.ts'
import { demandQuantileDuring, meanDemandDuring, meanOver } from '../lead-time/demand-during.ts'
import { daysWithoutStock } from './days-without-stock.ts'
import { requireStockPath, type StockPath, stockoutCurve, unitsWithin } from './stock-path.ts'

export interface ReplenishmentPolicy {
  /** Days from ordering to sellable on the shelf. */
  leadTimeDays: number
  /**
   * Equally likely lead times in whole days, in ascending order, where the spread is known. All figures are then
   * averages over them, and `leadTimeDays` is only the one to show.
   */
  leadTimes?: ArrayLike<number> | undefined
  /** Planned buffer, units. */
  safetyStock: number
  /** Chance of no stockout in one lead time, 0–1; see `DEFAULT_SERVICE_LEVEL` and `plannedServiceLevel`. */
  serviceLevel: number
  /** Review period: days of demand that one order covers after its arrival. */
  reviewPeriodDays: number
  packSize?: number
  minimumOrder?: number
}

export interface Replenishment {
  reorderPoint: number
  /** Expected units sold during the lead time. */
  leadTimeDemand: number
  orderUpToLevel: number
  /** Units to order on day `orderInDays` (today when late); 0 when no order is due within the horizon. */
  orderQuantity: number
  /** 0 for today, negative for days late, null for not within the horizon. */
  orderInDays: number | null
  /** Stockout probability during the lead time. */
  leadTimeStockoutProbability: number
  /** Expected stockout days, whole, if the order is placed today; 0 without demand. */
  expectedStockoutDays: number
}

/**
 * Nine lead times in ten without a stockout. An order is due once the stockout probability during the lead
 * time exceeds 1 − service level, the newsvendor's critical ratio (Silver, Pyke and Thomas 2017, ch. 7). A
 * level of 0.9 means that a stockout costs nine times as much as ordering a little early.
 */
export const DEFAULT_SERVICE_LEVEL = 0.9

const LEAST_PLANNED_LEVEL = 0.5

/**
 * Returns the service level that orders are planned for. Merchants who want alerts only for near certainties
 * choose a level below 0.5. Orders are still planned at 0.5, so that they do not arrive after the expected
 * stockout.
 */
export function plannedServiceLevel({ serviceLevel }: Pick<ReplenishmentPolicy, 'serviceLevel'>): number {
  return Math.max(LEAST_PLANNED_LEVEL, serviceLevel)
}

/** Returns the equally likely lead times of a policy: its only one where no spread is known. */
export function leadTimesOf({
  leadTimeDays,
  leadTimes,
}: Pick<ReplenishmentPolicy, 'leadTimeDays' | 'leadTimes'>): ArrayLike<number> {
  return leadTimes && leadTimes.length > 0 ? leadTimes : [leadTimeDays]
}

/**
 * Returns when and how much to order. D(t) is the demand over t days, L the lead time, R the review period, s
 * the safety stock. The reorder point is max(quantile of D(L) at the service level, mean of D(L) + s); the
 * order-up-to level is the same over L + R. An order is due once stock, with incoming units on their days,
 * has fallen to the reorder point. The quantity is the order-up-to level on that day − expected stock and
 * incoming units, raised to the minimum and to whole packs. Without demand the reorder point is s, and an
 * order is due only when stock is at or below s. Where L has a spread, D(L) is the mixture over its equally
 * likely values, and every other figure is their mean.
 */
export function replenishment(path: StockPath & { policy: ReplenishmentPolicy }): Replenishment {
  requireStockPath(path)
  requirePolicy(path.policy)
  const { distribution, policy } = path
  const leadTimes = leadTimesOf(policy)
  const longest = leadTimes[leadTimes.length - 1] as number
  const curve = stockoutCurve(path, longest + Math.max(1, distribution.horizonDays))
  const orderInDays = dueInDays(path, curve)
  return {
    reorderPoint: levelToCover(distribution, leadTimes, policy),
    leadTimeDemand: meanDemandDuring(distribution, leadTimes),
    orderUpToLevel: levelToCover(distribution, longer(leadTimes, policy.reviewPeriodDays), policy),
    orderQuantity: orderInDays === null ? 0 : quantityIn(path, Math.max(0, orderInDays)),
    orderInDays,
    leadTimeStockoutProbability: meanOver(leadTimes, (days) => curve[days] as number),
    expectedStockoutDays: Math.round(meanOver(leadTimes, (days) => daysWithoutStock(path, days))),
  }
}

function requirePolicy(policy: ReplenishmentPolicy): void {
  requireCount('leadTimeDays', policy.leadTimeDays, 0)
  requireCount('reviewPeriodDays', policy.reviewPeriodDays, 0)
  requireNotNegative('safetyStock', policy.safetyStock)
  if (!(policy.serviceLevel > 0 && policy.serviceLevel < 1)) {
    throw new RangeError(`serviceLevel must lie between 0 and 1, got ${policy.serviceLevel}`)
  }
  if (policy.packSize !== undefined) requireCount('packSize', policy.packSize, 1)
  if (policy.minimumOrder !== undefined) requireNotNegative('minimumOrder', policy.minimumOrder)
  const { leadTimes = [] } = policy
  for (let k = 0; k < leadTimes.length; k++) {
    requireCount(
      'leadTimes in ascending order',
      leadTimes[k] as number,
      k === 0 ? 0 : (leadTimes[k - 1] as number),
    )
  }
}

function longer(days: ArrayLike<number>, more: number): number[] {
  return Array.from(days, (each) => each + more)
}

function levelToCover(
  distribution: DemandDistribution,
  days: ArrayLike<number>,
  policy: ReplenishmentPolicy,
): number {
  const planned = Math.ceil(meanDemandDuring(distribution, days) + policy.safetyStock)
  return Math.max(planned, demandQuantileDuring(distribution, days, plannedServiceLevel(policy)))
}

/**
 * Returns the first day on which an order placed then would leave stock at risk before it arrives, or finds it
 * down to the safety stock on arrival. A negative day is one that has passed.
 */
function dueInDays(path: StockPath & { policy: ReplenishmentPolicy }, curve: Float64Array): number | null {
  const { distribution, policy } = path
  const leadTimes = leadTimesOf(policy)
  const longest = leadTimes[leadTimes.length - 1] as number
  const hasDemand = meanDemand(distribution, curve.length - 1) > 0
  const mostRisk = 1 - plannedServiceLevel(policy)
  for (let day = 0 - longest; day + longest < curve.length; day++) {
    const risk = meanOver(leadTimes, (days) => (day + days < 0 ? 0 : (curve[day + days] as number)))
    if (hasDemand && risk > mostRisk) return day
    if (day < 0) continue
    const units = meanOver(leadTimes, (days) => unitsWithin(path, day + days))
    const demand = meanOver(leadTimes, (days) => meanDemand(distribution, day + days))
    if (units <= Math.ceil(demand + policy.safetyStock)) return day
  }
  return null
}

function quantityIn(path: StockPath & { policy: ReplenishmentPolicy }, days: number): number {
  const { policy } = path
  const later = dropElapsedDays(path.distribution, days)
  const covered = longer(leadTimesOf(policy), policy.reviewPeriodDays)
  const level = levelToCover(later, covered, policy)
  const stock =
    meanOver(covered, (each) => unitsWithin(path, days + each)) - meanDemand(path.distribution, days)
  const missing = Math.ceil(level - stock)
  if (missing <= 0) return 0
  const packSize = policy.packSize ?? 1
  return Math.ceil(Math.max(missing, policy.minimumOrder ?? 0) / packSize) * packSize
}
