import type { DemandDistribution } from '../distribution/demand-distribution.ts'
import { demandQuantileDuring } from '../lead-time/demand-during.ts'

const OVERSTOCK_LEVEL = 0.95
const OVERSTOCK_DAYS = 90
/** Days in stock without a sale that make a stock dead. */
export const DEAD_STOCK_DAYS = 90

/**
 * Returns the units beyond the 95 % quantile of demand over lead time, review period and 90 days. Without demand it
 * is the whole stock.
 */
export function excessUnits(args: {
  distribution: DemandDistribution
  available: number
  leadTimes: ArrayLike<number>
  reviewPeriodDays: number
}): number {
  const { distribution, available, leadTimes, reviewPeriodDays } = args
  if (available <= 0) return 0
  const days = Array.from(leadTimes, (each) => each + reviewPeriodDays + OVERSTOCK_DAYS)
  return Math.max(0, Math.floor(available) - demandQuantileDuring(distribution, days, OVERSTOCK_LEVEL))
}

/**
 * Returns whether a stock is dead: no sale on its last 90 days in stock. Days out of stock count neither way; with
 * fewer days in stock the answer is no.
 */
export function isDeadStock(unitsSold: ArrayLike<number>, outOfStock: ArrayLike<number> | null): boolean {
  let days = 0
  for (let t = unitsSold.length - 1; t >= 0; t--) {
    if ((unitsSold[t] as number) > 0) return false
    if (outOfStock && outOfStock[t] === 1) continue
    if (++days === DEAD_STOCK_DAYS) return true
  }
  return false
}
