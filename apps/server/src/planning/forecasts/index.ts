export { forecastShopTask } from './forecast-shop.task.ts'
export { readHistory } from './read-history.ts'
export { expectForecast, requestForecast } from './request-forecast.ts'
export { HistorySeries, type VariantSeries } from './shop-history.ts'
