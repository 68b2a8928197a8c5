export { createSupplierRoutes, SUPPLIER_UPLOAD_PATHS, supplierBodyLimits } from './routes.ts'
