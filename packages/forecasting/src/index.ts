export * from './decisions/index.ts'
export { type LearnedShop, learnShop, type ShopKnowledge } from './fitting/learn-shop.ts'
export { forecastSeries } from './forecast-series.ts'
export { forecastShop } from './forecast-shop.ts'
export type {
  Accuracy,
  DemandClass,
  Evidence,
  ForecastBasis,
  SeriesForecast,
  SeriesInput,
  ShopInput,
} from './types.ts'
