export { createExportRoutes } from './routes.ts'
