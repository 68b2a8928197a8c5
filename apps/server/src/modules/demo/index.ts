export { createDemoRoutes } from './routes.ts'
