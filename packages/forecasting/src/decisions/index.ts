export { FORECAST_NEEDS_DAYS } from '../forecast-needs.ts'
export { type DemandLaw, dropElapsedDays, meanDemand, meanOfDay, noDemandLaw } from '../law/demand-law.ts'
export {
  decodeLaw,
  encodeLaw,
} from '../law/encode-law.ts'
export {
  dailyQuantile,
  demandQuantile,
  fillDailyQuantiles,
  fillDemandQuantiles,
  fillProbabilitiesOfSelling,
  probabilityOfSelling,
} from '../law/read-law.ts'
export { scaleDemand } from '../law/scale-demand.ts'
export { fillDailySmoothQuantiles } from '../law/smooth-quantile.ts'
export type { AlertMeta, AlertType, VariantFacts } from './alert-condition.ts'
export {
  type AlertChange,
  type AlertState,
  COOLDOWN_HOURS,
  type CoolingAlert,
  decideAlerts,
  type OpenAlert,
  type ResolveReason,
  type SettledAlert,
} from './alerting.ts'
export { assumedArrivals } from './assumed-arrivals.ts'
export { type Need, need } from './need.ts'
export {
  DEFAULT_SERVICE_LEVEL,
  plannedServiceLevel,
  type Replenishment,
  type ReplenishmentPolicy,
  replenishment,
} from './replenishment.ts'
export { SERVICE_LEVELS } from './service-levels.ts'
export { type StockStatus, stockStatus } from './status.ts'
export type { Incoming, StockPath } from './stock-path.ts'
export {
  plainOutlook,
  type StockoutOutlook,
  stockoutFutures,
  stockoutFuturesAfterArrival,
  stockoutOutlook,
  stockoutProbability,
} from './stockout.ts'
