export { expectForecast, forecastShopTask, requestForecast } from '../../store/changes/request-forecast.ts'
export { readHistory } from './read-history.ts'
export { HistorySeries, type VariantSeries } from './shop-history.ts'
