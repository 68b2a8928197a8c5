export {
  type DemandDistribution,
  dropElapsedDays,
  meanDemand,
  meanOfDay,
  noDemandDistribution,
} from '../distribution/demand-distribution.ts'
export {
  decodeDistribution,
  encodeDistribution,
} from '../distribution/encode-distribution.ts'
export {
  dailyQuantile,
  demandQuantile,
  fillDailyQuantiles,
  fillDemandQuantiles,
  fillProbabilitiesOfSelling,
  probabilityOfSelling,
} from '../distribution/read-distribution.ts'
export { scaleDemand } from '../distribution/scale-demand.ts'
export { fillDailySmoothQuantiles } from '../distribution/smooth-quantile.ts'
export { FORECAST_NEEDS_DAYS } from '../forecast-needs.ts'
export { type AlertMeta, type AlertType, alertMeta, type VariantFacts } from './alert-condition.ts'
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
export { assumedReceipts } from './assumed-receipts.ts'
export { expectedLostUnits } from './expected-lost-units.ts'
export { futuresOfOrder } from './order-coverage.ts'
export { getOrder, type PlannedOrder } from './planned-order.ts'
export { type Recommendation, recommendation } from './recommendation.ts'
export { type Replenishment, replenishment } from './replenishment.ts'
export {
  DEFAULT_SERVICE_LEVEL,
  getLeadTimes,
  plannedServiceLevel,
  type ReplenishmentPolicy,
} from './replenishment-policy.ts'
export { SERVICE_LEVELS } from './service-levels.ts'
export { type StockStatus, stockStatus } from './status.ts'
export {
  expectedUnits,
  type Incoming,
  type StockPath,
  unitsNotInStore,
  unitsOnTheWay,
} from './stock-path.ts'
export {
  plainProjection,
  type StockoutProjection,
  stockoutFutures,
  stockoutFuturesAfterArrival,
  stockoutProbability,
  stockoutProjection,
} from './stockout.ts'
