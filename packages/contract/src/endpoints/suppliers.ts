import { supplierImportQuerySchema, supplierImportSchema } from '../supplier-imports.ts'
import {
  adoptedVendorsSchema,
  adoptVendorsSchema,
  savedSupplierVariantsSchema,
  saveSupplierVariantsSchema,
  supplierDetailSchema,
  supplierListSchema,
  supplierQuerySchema,
  supplierRequestSchema,
  supplierRowSchema,
  supplierVariantListSchema,
  supplierVariantQuerySchema,
  vendorListSchema,
} from '../suppliers.ts'
import { byId, endpoint } from './endpoint.ts'

export const list = endpoint('GET', '/api/suppliers', {
  role: 'viewer',
  query: supplierQuerySchema,
  answer: supplierListSchema,
  description: 'One page by name.',
})

export const get = endpoint('GET', '/api/suppliers/{id}', {
  role: 'viewer',
  params: byId,
  answer: supplierDetailSchema,
  description: 'A supplier, and the orders from which its lead time is learned.',
})

export const create = endpoint('POST', '/api/suppliers', {
  role: 'buyer',
  use: 'supplier',
  body: supplierRequestSchema,
  answer: supplierRowSchema,
  description: 'The new supplier.',
})

export const save = endpoint('PUT', '/api/suppliers/{id}', {
  role: 'buyer',
  use: 'change',
  params: byId,
  body: supplierRequestSchema,
  answer: supplierRowSchema,
  description: 'The supplier as saved.',
})

export const listVendors = endpoint('GET', '/api/suppliers/vendors', {
  role: 'viewer',
  summary: 'Vendors that the store names, whose products no supplier sells yet',
  answer: vendorListSchema,
  description: 'The vendors, those with most products first.',
})

export const adoptVendors = endpoint('POST', '/api/suppliers/vendors', {
  role: 'buyer',
  use: 'vendors',
  summary:
    'Makes suppliers of vendors, which sell the products that have no supplier; repeating a call changes nothing',
  body: adoptVendorsSchema,
  answer: adoptedVendorsSchema,
  description: 'How many suppliers are new, and how many products have one now.',
})

export const archive = endpoint('POST', '/api/suppliers/{id}/archive', {
  role: 'buyer',
  use: 'change',
  summary: 'Archives a supplier: nothing more is ordered from it, and its open orders continue',
  params: byId,
  answer: supplierRowSchema,
  description: 'The archived supplier.',
})

export const restore = endpoint('POST', '/api/suppliers/{id}/restore', {
  role: 'buyer',
  use: 'change',
  params: byId,
  answer: supplierRowSchema,
  description: 'The supplier, no longer archived.',
})

export const listItems = endpoint('GET', '/api/supplier-variants', {
  role: 'viewer',
  summary: 'What suppliers sell: of one supplier, for one product, or all',
  query: supplierVariantQuerySchema,
  answer: supplierVariantListSchema,
  description: 'One page by product; its preferred supplier comes first.',
})

export const saveItems = endpoint('PUT', '/api/supplier-variants', {
  role: 'buyer',
  use: 'import_call',
  maxBytes: 3_000_000,
  summary: 'Saves what suppliers sell, either all rows or none; repeating a call changes nothing',
  body: saveSupplierVariantsSchema,
  answer: savedSupplierVariantsSchema,
  description: 'How many rows were new, changed and removed.',
})

export const previewImport = endpoint('POST', '/api/suppliers/import/preview', {
  role: 'buyer',
  use: 'upload',
  summary:
    'Returns what importing a CSV file or workbook of suppliers, their products or orders would change; the file is the body',
  query: supplierImportQuerySchema,
  body: 'file',
  answer: supplierImportSchema,
  description: 'Every line in one state.',
})

export const applyImport = endpoint('POST', '/api/suppliers/import/apply', {
  role: 'buyer',
  use: 'upload',
  summary:
    'Imports such a file, or says that it waits for a calculation and is imported then; the same file again changes nothing',
  query: supplierImportQuerySchema,
  body: 'file',
  answer: supplierImportSchema,
  description: 'Every line in one state, as it was before.',
})

export const exportCsv = endpoint('GET', '/api/suppliers/export.csv', {
  role: 'viewer',
  use: 'export',
  file: 'csv',
  description: 'All suppliers as CSV, as the import reads them.',
})

export const exportItems = endpoint('GET', '/api/supplier-variants/export.csv', {
  role: 'viewer',
  use: 'export',
  file: 'csv',
  description: 'What all suppliers sell as CSV, as the import reads it.',
})
