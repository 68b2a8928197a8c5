import type { AlertType, StockStatus } from '@stockcast/contract'

export const stockStatusLabels: Record<StockStatus, string> = {
  out_of_stock: 'Out of stock',
  critical: 'Critical',
  warning: 'Low Stock',
  healthy: 'Healthy',
}

export const alertTypeLabels: Record<AlertType, string> = {
  low_stock: 'Low Stock',
  stockout_risk: 'Stockout Risk',
}
