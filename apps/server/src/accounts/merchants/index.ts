export { ensureMerchant } from './ensure-merchant.ts'
export { createMerchantRoutes } from './routes.ts'
