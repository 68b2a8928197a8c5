export { exportMerchant } from './export-merchant.ts'
export { createExportRoutes } from './routes.ts'
