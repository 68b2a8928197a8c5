export {
  deriveAllSales,
  deriveSalesOfNewVariants,
  moveFirstSeenToFirstSale,
} from './derived-sales-queries.ts'
export { findDifferingOrders } from './find-differing-orders.ts'
export { moveDays } from './move-days.ts'
export { clearLedger } from './queries.ts'
export { type ImportedCells, writeImportedSales } from './write-imported-sales.ts'
export { applyOrders, type OrderBatch, writeOrders } from './write-orders.ts'
