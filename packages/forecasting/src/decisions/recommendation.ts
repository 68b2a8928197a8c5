import { getOrder, type PlannedOrder } from './planned-order.ts'
import { type Replenishment, reachesSafetyStock, replenishment } from './replenishment.ts'
import { plannedServiceLevel, type ReplenishmentPolicy } from './replenishment-policy.ts'
import { expectedUnits, type StockPath } from './stock-path.ts'

export type Recommendation =
  | { kind: 'blocked'; minimum: number; maximum: number }
  | { kind: 'too_late'; expectedStockoutDays: number }
  | { kind: 'order_now'; reason?: OrderNowReason }
  | { kind: 'order_soon'; inDays: number }
  | { kind: 'covered'; units: number; inDays: number }
  | { kind: 'fine' }

type LeadTime = Pick<PlannedOrder, 'leadTimeDays' | 'leadTimeRange'>

/**
 * Why an order is due today, however long the stock seems to last: the risk to run out before it arrives, the safety
 * stock that would be left then, or the next day to order, which is too late.
 */
export type OrderNowReason =
  | ({ code: 'risk'; stockoutProbability: number } & LeadTime)
  | { code: 'safety_stock'; safetyStock: number; leadTimeDays: number }
  | { code: 'order_day' }

const SOON_DAYS = 7

/**
 * Returns the replenishment recommendation; `order` is the replenishment of the path, where it is known already.
 * - `blocked`: an order is due, and the supplier's minimum is above its maximum.
 * - `too_late`: even with an order placed today that takes the usual time and the units on the way, stockout days are
 *   expected.
 * - `order_now`: an order is due.
 * - `order_soon`: an order falls due within a week.
 * - `covered`: an order would be due without the units on the way: those of the first day.
 * - `fine`: otherwise; also without demand, above the safety stock.
 */
export function recommendation(
  path: StockPath & { policy: ReplenishmentPolicy },
  order: Replenishment & PlannedOrder = getOrder(path),
): Recommendation {
  const { orderInDays, expectedStockoutDays, orderQuantity } = order
  const isDue = orderInDays !== null && orderInDays <= 0
  if (isDue && order.blocked) return { kind: 'blocked', ...order.blocked }
  if (isDue && expectedStockoutDays > 0) return { kind: 'too_late', expectedStockoutDays }
  if (isDue && orderQuantity > 0) return { kind: 'order_now', reason: orderNowReason(path, order) }
  const coming = (path.incoming ?? []).filter((receipt) => expectedUnits(receipt) > 0 && receipt.day > 0)
  if (coming.length > 0 && isDueWithout(path)) {
    const inDays = Math.min(...coming.map(({ day }) => day))
    const first = coming.filter(({ day }) => day === inDays)
    return { kind: 'covered', units: first.reduce((sum, { units }) => sum + units, 0), inDays }
  }
  if (orderInDays !== null && orderInDays > 0 && orderInDays <= SOON_DAYS) {
    return { kind: 'order_soon', inDays: orderInDays }
  }
  return { kind: 'fine' }
}

function orderNowReason(
  path: StockPath & { policy: ReplenishmentPolicy },
  order: Replenishment & PlannedOrder,
): OrderNowReason {
  const { policy } = path
  const { leadTimeStockoutProbability: stockoutProbability, leadTimeDays, leadTimeRange } = order
  if (stockoutProbability > 1 - plannedServiceLevel(policy))
    return { code: 'risk', stockoutProbability, leadTimeDays, leadTimeRange }
  if (reachesSafetyStock(path, 0))
    return { code: 'safety_stock', safetyStock: policy.safetyStock, leadTimeDays }
  return { code: 'order_day' }
}

function isDueWithout(path: StockPath & { policy: ReplenishmentPolicy }): boolean {
  const { orderInDays } = replenishment({
    ...path,
    incoming: (path.incoming ?? []).filter((a) => a.day === 0),
  })
  return orderInDays !== null && orderInDays <= 0
}
