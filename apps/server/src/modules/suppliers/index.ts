export { createSupplierRoutes, supplierBodyLimits } from './routes.ts'
