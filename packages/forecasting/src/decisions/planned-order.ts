import { type Replenishment, replenishment } from './replenishment.ts'
import type { ReplenishmentPolicy } from './replenishment-policy.ts'
import type { StockPath } from './stock-path.ts'

/** What the chosen supplier's packs, minimum, maximum, price breaks and order days make of an order. */
export interface PlannedOrder
  extends Pick<Replenishment, 'orderQuantity' | 'orderInDays' | 'expectedStockoutDays'> {
  leadTimeDays: number
  /** The supplier's minimum and maximum where the minimum is more, so that nothing can be ordered; otherwise null. */
  blocked: { minimum: number; maximum: number } | null
}

/** Returns when and how much to order: as it is planned with a supplier, otherwise what is needed. */
export function getOrder(
  path: StockPath & { policy: ReplenishmentPolicy },
  planned: PlannedOrder | null = null,
): Replenishment & PlannedOrder {
  const own = { leadTimeDays: path.policy.leadTimeDays, blocked: null }
  return { ...replenishment(path), ...own, ...planned }
}
