import { meanOfLast } from './plain-distribution.ts'

/** Days between reviews of the stock, and days from an order to its arrival. */
const REVIEW_DAYS = 14
const LEAD_TIME_DAYS = 7
/** Days of sales from which a review takes its level. */
const RECENT_DAYS = 28

export interface PolicyDays {
  /** Units sold: demand, or what was left of the stock. */
  sold: Float64Array
  closingStock: Float64Array
}

/**
 * Sells the demand of the last `days` days from the stock of a plain policy, which orders every 14 days up to the recent sales for 21
 * days. It sees sales, not demand, so that it orders too little of a product that runs out. Earlier days are sold in full.
 */
export function runPolicy(demand: Float64Array, days: number): PolicyDays {
  const start = Math.max(0, demand.length - days)
  const sold = demand.slice()
  const closingStock = new Float64Array(demand.length).fill(Number.POSITIVE_INFINITY)
  const arriving = new Float64Array(demand.length + LEAD_TIME_DAYS)
  let stock = orderUpTo(sold, start)
  let onOrder = 0
  for (let t = start; t < demand.length; t++) {
    const arrived = arriving[t] as number
    stock += arrived
    onOrder -= arrived
    const wanted = demand[t] as number
    sold[t] = Math.min(wanted, stock)
    stock -= sold[t] as number
    closingStock[t] = stock
    if ((t - start) % REVIEW_DAYS !== 0) continue
    const order = Math.max(0, orderUpTo(sold, t + 1) - stock - onOrder)
    onOrder += order
    arriving[t + LEAD_TIME_DAYS] = (arriving[t + LEAD_TIME_DAYS] as number) + order
  }
  return { sold, closingStock }
}

/** Returns the level to order up to: recent sales over the review period and the lead time, at least one unit. */
function orderUpTo(sold: Float64Array, end: number): number {
  const mean = meanOfLast(sold.subarray(0, end), RECENT_DAYS)
  return Math.max(1, Math.ceil(mean * (REVIEW_DAYS + LEAD_TIME_DAYS)))
}
