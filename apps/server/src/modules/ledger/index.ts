export { findDifferingOrders } from './find-differing-orders.ts'
export { moveDays } from './move-days.ts'
export { clearLedger, deriveAllSales, deriveSalesOfNewVariants, moveFirstSeenToFirstSale } from './queries.ts'
export { applyOrders, type OrderBatch, writeOrders } from './write-orders.ts'
