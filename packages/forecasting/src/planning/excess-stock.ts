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

/** A shorter history shows no season. */
export const SEASON_NEEDS_DAYS = 365

/**
 * Returns whether a stock is dead: no sale on its last 90 days in stock, and no season due in the next year. Days out of
 * stock count neither way; with fewer days in stock the answer is no.
 */
export function isDeadStock(unitsSold: ArrayLike<number>, outOfStock: ArrayLike<number> | null): boolean {
  return hasStoppedSelling(unitsSold, outOfStock) && !isSeasonDue(unitsSold)
}

/**
 * Returns whether a product that sells nothing now is out of season: months of the next year sold in an earlier year,
 * while these 90 days sold nothing a year ago either. Where they sold then, the product has ended. A history of less than
 * a year shows no season.
 */
function isSeasonDue(unitsSold: ArrayLike<number>): boolean {
  const end = unitsSold.length - SEASON_NEEDS_DAYS
  const sold = (from: number, to: number) => {
    for (let t = Math.max(0, from); t < to; t++) if ((unitsSold[t] as number) > 0) return true
    return false
  }
  return end >= 0 && sold(0, unitsSold.length) && !sold(end - DEAD_STOCK_DAYS, end)
}

function hasStoppedSelling(unitsSold: ArrayLike<number>, outOfStock: ArrayLike<number> | null): boolean {
  let days = 0
  for (let t = unitsSold.length - 1; t >= 0; t--) {
    if ((unitsSold[t] as number) > 0) return false
    if (outOfStock && outOfStock[t] === 1) continue
    if (++days === DEAD_STOCK_DAYS) return true
  }
  return false
}
