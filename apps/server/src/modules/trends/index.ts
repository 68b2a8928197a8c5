export { findShopDistribution } from './history.ts'
export { listShopDays } from './queries.ts'
export { createTrendRoutes } from './routes.ts'
export { deriveSums } from './sums/derive-sums.ts'
