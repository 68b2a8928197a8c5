// What a forecast of sales needs, without orders, alerts and simulations: a command that starts often loads nothing else.
export {
  type DemandDistribution,
  meanDemand,
  meanOfDay,
  noDemandDistribution,
} from './distribution/demand-distribution.ts'
export {
  fillDailyQuantiles,
  fillDemandQuantiles,
  fillProbabilitiesOfSelling,
} from './distribution/read-distribution.ts'
export { answerTask, type LearningStep, learnInSteps } from './fitting/learn-in-steps.ts'
export { getParts, learnedRows } from './fitting/learned-series.ts'
export type { ShopKnowledge } from './fitting/shop-knowledge.ts'
export type { TrainedSeries } from './fitting/training-origins.ts'
export { forecastSeries } from './forecast-series.ts'
export { getLongest } from './histories.ts'
export type { CalendarEvent, SeriesInput, SeriesList, ToldEvent } from './types.ts'
