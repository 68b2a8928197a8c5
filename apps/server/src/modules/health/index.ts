export { createMetrics, type Metrics } from './metrics.ts'
export { createHealthRoutes } from './routes.ts'
