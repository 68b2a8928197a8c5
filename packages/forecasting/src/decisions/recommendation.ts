import { type Replenishment, replenishment } from './replenishment.ts'
import type { ReplenishmentPolicy } from './replenishment-policy.ts'
import { type StockPath, unitsWithin } from './stock-path.ts'

export type Recommendation =
  | { kind: 'too_late'; expectedStockoutDays: number }
  | { kind: 'order_now' }
  | { kind: 'order_soon'; inDays: number }
  | { kind: 'covered'; units: number; inDays: number }
  | { kind: 'fine' }

const SOON_DAYS = 7

/**
 * Returns the replenishment recommendation; `order` is the replenishment of the path, where it is known already.
 * - `too_late`: even with an order placed today and the units on the way, stockout days are expected.
 * - `order_now`: an order is due.
 * - `order_soon`: an order falls due within a week.
 * - `covered`: an order would be due without the units on the way (their sum, and the day of the first
 *   arrival).
 * - `fine`: otherwise; also without demand, above the safety stock.
 */
export function recommendation(
  path: StockPath & { policy: ReplenishmentPolicy },
  order: Replenishment = replenishment(path),
): Recommendation {
  const { orderInDays, expectedStockoutDays, orderQuantity } = order
  const isDue = orderInDays !== null && orderInDays <= 0
  if (isDue && expectedStockoutDays > 0) return { kind: 'too_late', expectedStockoutDays }
  if (isDue && orderQuantity > 0) return { kind: 'order_now' }
  const scheduledReceipts = (path.incoming ?? []).filter((receipt) => receipt.units > 0 && receipt.day > 0)
  if (scheduledReceipts.length > 0 && isDueWithout(path)) {
    const units = unitsWithin({ available: 0, incoming: scheduledReceipts }, Number.POSITIVE_INFINITY)
    return { kind: 'covered', units, inDays: Math.min(...scheduledReceipts.map((receipt) => receipt.day)) }
  }
  if (orderInDays !== null && orderInDays > 0 && orderInDays <= SOON_DAYS) {
    return { kind: 'order_soon', inDays: orderInDays }
  }
  return { kind: 'fine' }
}

function isDueWithout(path: StockPath & { policy: ReplenishmentPolicy }): boolean {
  const { orderInDays } = replenishment({
    ...path,
    incoming: (path.incoming ?? []).filter((a) => a.day === 0),
  })
  return orderInDays !== null && orderInDays <= 0
}
