import { requireCount, requireNotNegative } from '../arguments.ts'
import { meanDemand } from '../distribution/demand-distribution.ts'
import { meanDemandDuring, meanOver } from '../lead-time/demand-during.ts'
import { levelToCover, orderNeed } from './order-need.ts'
import { getLeadTimes, plannedServiceLevel, type ReplenishmentPolicy } from './replenishment-policy.ts'
import {
  expectedUnits,
  type Incoming,
  requireStockPath,
  type StockPath,
  stockoutCurve,
  unitsWithin,
} from './stock-path.ts'

export interface Replenishment {
  reorderPoint: number
  /** Expected units sold during the lead time. */
  leadTimeDemand: number
  orderUpToLevel: number
  /** Units missing today, before packs and minimum; due or not. */
  need: number
  /** Of the units on the way, those that help: `need` = max(0, order-up-to level − stock − these). */
  helpingUnits: number
  /** Units to order on day `orderInDays` (today when late); 0 when no order is due within the horizon. */
  orderQuantity: number
  /** 0 for today, negative for days late, null for not within the horizon. */
  orderInDays: number | null
  /** Stockout probability during the lead time. */
  leadTimeStockoutProbability: number
  /** Expected stockout days until an order placed today arrives that takes the usual `leadTimeDays`; 0 without demand. */
  expectedStockoutDays: number
}

/**
 * Returns when and how much to order. D(t) is the demand over t days, L the lead time, R the review period, s
 * the safety stock. The reorder point is max(quantile of D(L) at the service level, mean of D(L) + s); the
 * order-up-to level is the same over L + R. An order is due once stock, with incoming units on their days,
 * has fallen to the reorder point. The quantity is the need on that day (`orderNeed`), raised to the minimum and to
 * whole packs. Without demand the reorder point is s, and an order is due only when stock is at or below s. Where L
 * has a spread, D(L) is the mixture over its equally likely values, and every other figure but the stockout days is their
 * mean: those of a late order alone are a risk, not what to expect.
 */
export function replenishment(path: StockPath & { policy: ReplenishmentPolicy }): Replenishment {
  requireStockPath(path)
  requirePolicy(path.policy)
  const { distribution, policy } = path
  const leadTimes = getLeadTimes(policy)
  const longest = leadTimes[leadTimes.length - 1] as number
  const curve = stockoutCurve(path, longest + Math.max(1, distribution.horizonDays))
  const orderInDays = dueInDays(path, curve)
  const today = orderNeed(path, 0)
  const needOn = (day: number) => (day <= 0 ? today : orderNeed(path, day)).units
  return {
    reorderPoint: levelToCover(distribution, leadTimes, policy),
    leadTimeDemand: meanDemandDuring(distribution, leadTimes),
    orderUpToLevel: today.orderUpToLevel,
    need: today.units,
    helpingUnits: today.helpingUnits,
    orderQuantity: orderInDays === null ? 0 : packed(needOn(orderInDays), policy),
    orderInDays,
    leadTimeStockoutProbability: meanOver(leadTimes, (days) => curve[days] as number),
    expectedStockoutDays: daysWithoutStock(path, policy.leadTimeDays),
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

/**
 * Returns the first day on which an order placed then would leave stock at risk before it arrives, or finds it
 * down to the safety stock on arrival. A negative day is one that has passed.
 */
function dueInDays(path: StockPath & { policy: ReplenishmentPolicy }, curve: Float64Array): number | null {
  const { distribution, policy } = path
  const leadTimes = getLeadTimes(policy)
  const longest = leadTimes[leadTimes.length - 1] as number
  const hasDemand = meanDemand(distribution, curve.length - 1) > 0
  const mostRisk = 1 - plannedServiceLevel(policy)
  for (let day = 0 - longest; day + longest < curve.length; day++) {
    const risk = meanOver(leadTimes, (days) => (day + days < 0 ? 0 : (curve[day + days] as number)))
    if (hasDemand && risk > mostRisk) return day
    if (day >= 0 && reachesSafetyStock(path, day)) return day
  }
  return null
}

/** Returns whether an order of this day would find stock, less the expected demand, at or below the safety stock. */
export function reachesSafetyStock(path: StockPath & { policy: ReplenishmentPolicy }, day: number): boolean {
  const leadTimes = getLeadTimes(path.policy)
  const units = meanOver(leadTimes, (days) => unitsWithin(path, day + days))
  const demand = meanOver(leadTimes, (days) => meanDemand(path.distribution, day + days))
  return units <= Math.ceil(demand + path.policy.safetyStock)
}

/** Returns a need raised to the minimum and to whole packs. */
function packed(need: number, { packSize = 1, minimumOrder = 0 }: ReplenishmentPolicy): number {
  return need === 0 ? 0 : Math.ceil(Math.max(need, minimumOrder) / packSize) * packSize
}

/**
 * Counts the days of 1…`days` that begin out of stock if each sells its expected demand and unmet demand is
 * lost. Units owed to customers (stock below zero) are delivered first from what arrives.
 */
export function daysWithoutStock(path: StockPath, days: number): number {
  if (meanDemand(path.distribution, days) === 0) return 0
  let stock = path.available
  let empty = 0
  const scheduledReceipts = receiptsByDay(path.incoming ?? [], days)
  for (let t = 0; t < days; t++) {
    stock += scheduledReceipts[t] as number
    if (stock <= ALMOST_NOTHING) empty++
    const sold = meanDemand(path.distribution, t + 1) - meanDemand(path.distribution, t)
    if (stock > 0) stock = Math.max(0, stock - sold)
  }
  return empty
}

/** Amounts of stock below this are rounding errors. */
const ALMOST_NOTHING = 1e-9

function receiptsByDay(incoming: readonly Incoming[], days: number): Float64Array {
  const scheduledReceipts = new Float64Array(days)
  for (const receipt of incoming)
    if (receipt.day < days)
      scheduledReceipts[receipt.day] = (scheduledReceipts[receipt.day] as number) + expectedUnits(receipt)
  return scheduledReceipts
}
