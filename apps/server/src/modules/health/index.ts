export { checkReadiness } from './check-readiness.ts'
export { createMetrics, type Metrics } from './metrics.ts'
export { createHealthRoutes } from './routes.ts'
