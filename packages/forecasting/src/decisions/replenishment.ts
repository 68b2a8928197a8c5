import { requireCount, requireNotNegative } from '../arguments.ts'
import { type DemandDistribution, dropElapsedDays, meanDemand } from '../distribution/demand-distribution.ts'
import { demandQuantile } from '../distribution/read-distribution.ts'
import { type Incoming, requireStockPath, type StockPath, stockoutCurve, unitsWithin } from './stock-path.ts'

export interface ReplenishmentPolicy {
  /** Days from ordering to sellable on the shelf. */
  leadTimeDays: number
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

/**
 * Returns when and how much to order. D(t) is the demand over t days, L the lead time, R the review period, s
 * the safety stock. The reorder point is max(quantile of D(L) at the service level, mean of D(L) + s); the
 * order-up-to level is the same over L + R. An order is due once stock, with incoming units on their days,
 * has fallen to the reorder point. The quantity is the order-up-to level on that day − expected stock and
 * incoming units, raised to the minimum and to whole packs. Without demand the reorder point is s, and an
 * order is due only when stock is at or below s.
 */
export function replenishment(path: StockPath & { policy: ReplenishmentPolicy }): Replenishment {
  requireStockPath(path)
  requirePolicy(path.policy)
  const { distribution, policy } = path
  const { leadTimeDays } = policy
  const curve = stockoutCurve(path, leadTimeDays + Math.max(1, distribution.horizonDays))
  const orderInDays = dueInDays(path, curve)
  return {
    reorderPoint: levelToCover(distribution, leadTimeDays, policy),
    leadTimeDemand: meanDemand(distribution, leadTimeDays),
    orderUpToLevel: levelToCover(distribution, leadTimeDays + policy.reviewPeriodDays, policy),
    orderQuantity: orderInDays === null ? 0 : quantityIn(path, Math.max(0, orderInDays)),
    orderInDays,
    leadTimeStockoutProbability: curve[leadTimeDays] as number,
    expectedStockoutDays: daysWithoutStock(path, leadTimeDays),
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
}

function levelToCover(distribution: DemandDistribution, days: number, policy: ReplenishmentPolicy): number {
  const planned = Math.ceil(meanDemand(distribution, days) + policy.safetyStock)
  return Math.max(planned, demandQuantile(distribution, days, plannedServiceLevel(policy)))
}

/**
 * Returns the first day with stock at risk, or down to the safety stock when an order could arrive, − lead
 * time.
 */
function dueInDays(path: StockPath & { policy: ReplenishmentPolicy }, curve: Float64Array): number | null {
  const { distribution, policy } = path
  const hasDemand = meanDemand(distribution, curve.length - 1) > 0
  const mostRisk = 1 - plannedServiceLevel(policy)
  for (let t = 0; t < curve.length; t++) {
    const isAtRisk = hasDemand && (curve[t] as number) > mostRisk
    const isIntoBuffer =
      t >= policy.leadTimeDays &&
      unitsWithin(path, t) <= Math.ceil(meanDemand(distribution, t) + policy.safetyStock)
    if (isAtRisk || isIntoBuffer) return t - policy.leadTimeDays
  }
  return null
}

function quantityIn(path: StockPath & { policy: ReplenishmentPolicy }, days: number): number {
  const { policy } = path
  const later = dropElapsedDays(path.distribution, days)
  const level = levelToCover(later, policy.leadTimeDays + policy.reviewPeriodDays, policy)
  const stock =
    unitsWithin(path, days + policy.leadTimeDays + policy.reviewPeriodDays) -
    meanDemand(path.distribution, days)
  const missing = Math.ceil(level - stock)
  if (missing <= 0) return 0
  const packSize = policy.packSize ?? 1
  return Math.ceil(Math.max(missing, policy.minimumOrder ?? 0) / packSize) * packSize
}

/**
 * Counts the days of 1…`days` that begin out of stock if each sells its expected demand and unmet demand is
 * lost.
 */
function daysWithoutStock(path: StockPath, days: number): number {
  if (meanDemand(path.distribution, days) === 0) return 0
  let stock = path.available
  let empty = 0
  const scheduledReceipts = receiptsByDay(path.incoming ?? [], days)
  for (let t = 0; t < days; t++) {
    stock += scheduledReceipts[t] as number
    if (stock <= ALMOST_NOTHING) empty++
    stock = Math.max(0, stock - (meanDemand(path.distribution, t + 1) - meanDemand(path.distribution, t)))
  }
  return empty
}

/** Amounts of stock below this are rounding errors. */
const ALMOST_NOTHING = 1e-9

function receiptsByDay(incoming: readonly Incoming[], days: number): Float64Array {
  const scheduledReceipts = new Float64Array(days)
  for (const { day, units } of incoming)
    if (day < days) scheduledReceipts[day] = (scheduledReceipts[day] as number) + units
  return scheduledReceipts
}
