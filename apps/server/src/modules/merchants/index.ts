export { ensureMerchant } from './ensure-merchant.ts'
export { createMerchantRoutes } from './routes.ts'
export { isVisitor, newVisitorEmail, VISITOR_DOMAIN } from './visitor-email.ts'
