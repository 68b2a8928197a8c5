import type { StockoutProjection } from './stockout.ts'

export type StockStatus = 'healthy' | 'warning' | 'critical' | 'out_of_stock'

const CRITICAL_DAYS = 7
const WARNING_DAYS = 14

/** Returns `out_of_stock` without stock, `critical` up to 7 days, `warning` up to 14, otherwise `healthy`. */
export function stockStatus(facts: { available: number; projection: StockoutProjection }): StockStatus {
  const { available, projection } = facts
  if (available <= 0 || projection.kind === 'out_of_stock') return 'out_of_stock'
  if (projection.kind !== 'days') return 'healthy'
  if (projection.daysUntilStockout <= CRITICAL_DAYS) return 'critical'
  return projection.daysUntilStockout <= WARNING_DAYS ? 'warning' : 'healthy'
}
