export { listShopDays } from './queries.ts'
export { createTrendRoutes } from './routes.ts'
export { findShopDistribution } from './shop-distribution.ts'
export { deriveSums } from './sums/derive-sums.ts'
