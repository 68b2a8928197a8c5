export { readHistory } from './read-history.ts'
export type { ShopHistory } from './shop-history.ts'
export { forecastShop } from './task-definitions.ts'
