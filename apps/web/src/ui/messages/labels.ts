import type { AlertType, ProductFilter, ProductRow, StockStatus } from '@stockcast/contract'

export const stockStatusLabels: Record<StockStatus, string> = {
  out_of_stock: 'Out of stock',
  critical: 'Critical',
  warning: 'Low Stock',
  healthy: 'Healthy',
}

export const productFilterLabels: Record<ProductFilter, string> = {
  all: 'All',
  ...stockStatusLabels,
  off_sale: 'Archived and drafts',
}

export const alertTypeLabels: Record<AlertType, string> = {
  low_stock: 'Low Stock',
  stockout_risk: 'Stockout Risk',
}

/** The tag of a product in the store; products on sale have none. */
export const saleStatusLabels: Record<ProductRow['saleStatus'], string | null> = {
  active: null,
  unlisted: null,
  archived: 'Archived',
  draft: 'Draft',
}
