import type { StockoutOutlook } from './stockout.ts'

export type StockStatus = 'healthy' | 'warning' | 'critical' | 'out_of_stock'

const CRITICAL_DAYS = 7
const WARNING_DAYS = 14

/** Returns `out_of_stock` without stock, `critical` up to 7 days, `warning` up to 14, otherwise `healthy`. */
export function stockStatus(facts: { available: number; outlook: StockoutOutlook }): StockStatus {
  const { available, outlook } = facts
  if (available <= 0 || outlook.kind === 'out_of_stock') return 'out_of_stock'
  if (outlook.kind !== 'days') return 'healthy'
  if (outlook.daysUntilStockout <= CRITICAL_DAYS) return 'critical'
  return outlook.daysUntilStockout <= WARNING_DAYS ? 'warning' : 'healthy'
}
