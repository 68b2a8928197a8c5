export { forecastShopTask } from './forecast-shop.task.ts'
export { readHistory } from './read-history.ts'
export type { ShopHistory } from './shop-history.ts'
