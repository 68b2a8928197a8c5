export { type AbcClass, abcClasses, type XyzClass, xyzClass } from './classes.ts'
export {
  DEAD_STOCK_DAYS,
  excessUnits,
  isDeadStock,
  laterSeasonUnits,
  SEASON_NEEDS_DAYS,
} from './excess-stock.ts'
export { type ExpectedSales, expectedSales, getSold, valueOfOrder } from './expected-sales.ts'
export { type Offer, type PriceBreak, unitCostAt } from './offer.ts'
export {
  type Cover,
  coverDays,
  isOrderDay,
  lastOrderDay,
  leadTimeAcross,
  nextOrderDay,
  type OrderCalendar,
  type OrderDays,
  type ShutdownDays,
} from './order-days.ts'
export { type OrderQuantity, orderQuantity, type QuantityRules } from './order-quantity.ts'
export { budgetLine, orderSteps } from './order-steps.ts'
export {
  type DueState,
  planVariant,
  type SupplierOffer,
  type SupplierPlan,
  topUpUnits,
  type VariantToPlan,
} from './plan-variant.ts'
export { type LargerOrder, largerOrders, worthwhileBreak } from './price-breaks.ts'
export { type BudgetLine, type OrderStep, type OrderSteps, spendBudget } from './spend-budget.ts'
export { type FilledMinimum, fillMinimum, type SupplierMinimum, type TopUp } from './supplier-minimum.ts'
