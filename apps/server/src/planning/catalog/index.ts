export { listRecentDays } from './days/queries.ts'
export {
  arrivalsOnWire,
  type DailyBand,
  dailyBands,
  demandRange,
  eventsAhead,
  listPlannings,
  type Planning,
} from './planning.ts'
export { listShownVariants } from './product-row.ts'
export { createCatalogRoutes } from './routes.ts'
export { findShopDay, type ShopDay } from './shop-day.ts'
export { findTotals } from './totals/find-totals.ts'
export { keepTotals, keepTotalsTask, onTotalsChanged } from './totals/keep-totals.task.ts'
export {
  type CatalogSummary,
  expectedLostSalesWithin,
  onSale,
  type StatusCounts,
  type StockoutDays,
  type StockSums,
} from './totals/queries.ts'
