export { createMetrics } from './metrics.ts'
export { createHealthRoutes } from './routes.ts'
