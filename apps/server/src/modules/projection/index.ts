export {
  arrivalsOf,
  averageDailySales,
  deriveOutlook,
  isQuiet,
  lawToday,
  type StockOutlook,
  type VariantState,
} from './derive-outlook.ts'
export {
  findMerchantCalendar,
  listVariantStates,
  lockOutlooks,
  type MerchantCalendar,
  saveOutlooks,
} from './queries.ts'
export { refreshOutlooks } from './task-definitions.ts'
export { valueAtRisk } from './value-at-risk.ts'
