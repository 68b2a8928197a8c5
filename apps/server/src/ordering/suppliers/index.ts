export { applySupplierFile, applySupplierFileTask } from './import/apply-supplier-file.task.ts'
export { createSupplierRoutes, SUPPLIER_UPLOAD_PATHS, supplierBodyLimits } from './routes.ts'
export { saveItems } from './save-items.ts'
export { createSupplier } from './save-supplier.ts'
