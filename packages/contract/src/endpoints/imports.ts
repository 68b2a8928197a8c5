import { saveColumnsSchema, savedColumnsSchema } from '../file-columns.ts'
import {
  importQuerySchema,
  importSchema,
  latestImportSchema,
  savedInventorySchema,
  savedSalesSchema,
  saveInventorySchema,
  saveSalesSchema,
} from '../imports.ts'
import { byId, endpoint } from './endpoint.ts'

export const upload = endpoint('POST', '/api/imports', {
  role: 'buyer',
  use: 'upload',
  summary: 'Uploads a CSV file, plain or gzip, as the body and starts its check',
  query: importQuerySchema,
  body: 'file',
  answer: importSchema,
  description: 'The import, to be read again until it is ready or faulty',
})

export const getLatest = endpoint('GET', '/api/imports', {
  role: 'viewer',
  answer: latestImportSchema,
  description: 'The latest import',
})

export const get = endpoint('GET', '/api/imports/{id}', {
  role: 'viewer',
  params: byId,
  answer: importSchema,
  description: 'How far an import is and what is in its file',
})

export const apply = endpoint('POST', '/api/imports/{id}/apply', {
  role: 'buyer',
  use: 'change',
  summary: 'Imports a checked file, completely or not at all',
  params: byId,
  answer: importSchema,
  description: 'The import, to be read again until it is applied',
})

export const saveColumns = endpoint('PUT', '/api/file-columns', {
  role: 'buyer',
  use: 'change',
  summary:
    'Remembers what the columns of files with this head mean; the next file with the same head is read accordingly',
  body: saveColumnsSchema,
  answer: savedColumnsSchema,
  description: 'It is remembered',
})

export const saveInventory = endpoint('PUT', '/api/inventory', {
  role: 'buyer',
  use: 'import_call',
  maxBytes: 1_000_000,
  summary: 'Saves products and stock by SKU; repeating a call changes nothing',
  body: saveInventorySchema,
  answer: savedInventorySchema,
  description: 'How many SKUs were new or changed',
})

export const saveSales = endpoint('PUT', '/api/sales', {
  role: 'buyer',
  use: 'import_call',
  maxBytes: 1_000_000,
  summary: 'Saves units sold by SKU and day, replacing earlier values; repeating a call changes nothing',
  body: saveSalesSchema,
  answer: savedSalesSchema,
  description: 'How many SKUs and units were saved',
})
