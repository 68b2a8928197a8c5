import { daysWithoutStock, type Replenishment, replenishment } from './replenishment.ts'
import type { ReplenishmentPolicy } from './replenishment-policy.ts'
import type { StockPath } from './stock-path.ts'

/** An order with the chosen supplier's packs, minimum, maximum, price breaks and order days applied. */
export interface PlannedOrder extends Pick<Replenishment, 'orderQuantity' | 'orderInDays'> {
  leadTimeDays: number
  leadTimeRange: { p10: number; p90: number } | null
  /** The supplier's minimum and maximum if the minimum is larger, so that nothing can be ordered; otherwise null. */
  blocked: { minimum: number; maximum: number } | null
}

/** Returns when and how much to order: as it is planned with a supplier, otherwise what is needed. */
export function getOrder(
  path: StockPath & { policy: ReplenishmentPolicy },
  planned: PlannedOrder | null = null,
): Replenishment & PlannedOrder {
  const { leadTimeDays, leadTimeRange = null } = path.policy
  const order = { ...replenishment(path), leadTimeDays, leadTimeRange, blocked: null }
  if (planned === null) return order
  return { ...order, ...planned, expectedStockoutDays: daysWithoutStock(path, planned.leadTimeDays) }
}
