export * from './decisions/index.ts'
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
