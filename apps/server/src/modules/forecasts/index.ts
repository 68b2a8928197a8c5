export { forecastShopTask } from './forecast-shop.task.ts'
export { readHistory } from './read-history.ts'
export { seriesOf, type VariantSeries } from './shop-history.ts'
