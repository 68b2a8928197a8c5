import { meanDemand } from '../distribution/demand-distribution.ts'
import { expectedUnits, type Incoming, type StockPath } from './stock-path.ts'

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
