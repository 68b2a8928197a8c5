import {
  adoptedVendorsSchema,
  adoptVendorsSchema,
  paths,
  type SupplierImportKind,
  savedSupplierVariantsSchema,
  saveSupplierVariantsSchema,
  supplierDetailSchema,
  supplierImportQuerySchema,
  supplierImportSchema,
  supplierListSchema,
  supplierQuerySchema,
  supplierRequestSchema,
  supplierRowSchema,
  supplierVariantListSchema,
  supplierVariantQuerySchema,
  vendorListSchema,
} from '@stockcast/contract'
import type { Context } from 'hono'
import { z } from 'zod'
import {
  CSV_TYPE,
  createApi,
  createRoute,
  csvAnswer,
  fileHeaders,
  jsonAnswer,
  jsonBody,
  textStream,
} from '../../kernel/http/api.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sentFile } from '../../providers/files/sent-file.ts'
import { exportFileName, exportItems, exportSuppliers } from './export/export-suppliers.ts'
import { applyLater } from './import/apply-supplier-file.task.ts'
import { importFile, ShopIsCalculated } from './import/import-file.ts'
import { receiveTable } from './import/read-table.ts'
import { listItems } from './list-items.ts'
import { getSupplier, listSuppliers } from './list-suppliers.ts'
import { saveItems } from './save-items.ts'
import { archiveSupplier, createSupplier, restoreSupplier, saveSupplier } from './save-supplier.ts'
import { adoptVendors, listVendors } from './vendors/vendors.ts'

/** Paths whose bodies are files. */
export const SUPPLIER_UPLOAD_PATHS = [paths.supplierImportPreview, paths.supplierImportApply]

/** Enough for calls with five thousand rows. */
export const supplierBodyLimits = { [paths.supplierVariants]: 3_000_000 }

const params = z.object({ id: z.coerce.number().int().positive() })

const list = createRoute({
  method: 'get',
  path: paths.suppliers,
  request: { query: supplierQuerySchema },
  responses: jsonAnswer(supplierListSchema, 'One page by name.'),
})

const one = createRoute({
  method: 'get',
  path: paths.supplier,
  request: { params },
  responses: jsonAnswer(
    supplierDetailSchema,
    'A supplier, and the orders from which its lead time is learned.',
  ),
})

const create = createRoute({
  method: 'post',
  path: paths.suppliers,
  use: 'supplier',
  request: { body: jsonBody(supplierRequestSchema) },
  responses: jsonAnswer(supplierRowSchema, 'The new supplier.'),
})

const save = createRoute({
  method: 'put',
  path: paths.supplier,
  use: 'change',
  request: { params, body: jsonBody(supplierRequestSchema) },
  responses: jsonAnswer(supplierRowSchema, 'The supplier as saved.'),
})

const vendors = createRoute({
  method: 'get',
  path: paths.vendors,
  summary: 'Vendors that the store names, whose products no supplier sells yet',
  responses: jsonAnswer(vendorListSchema, 'The vendors, those with most products first.'),
})

const fromVendors = createRoute({
  method: 'post',
  path: paths.vendors,
  use: 'vendors',
  summary:
    'Makes suppliers of vendors, which sell the products that have no supplier; repeating a call changes nothing',
  request: { body: jsonBody(adoptVendorsSchema) },
  responses: jsonAnswer(
    adoptedVendorsSchema,
    'How many suppliers are new, and how many products have one now.',
  ),
})

const archive = createRoute({
  method: 'post',
  path: paths.archiveSupplier,
  use: 'change',
  summary: 'Archives a supplier: nothing more is ordered from it, and its open orders continue',
  request: { params },
  responses: jsonAnswer(supplierRowSchema, 'The archived supplier.'),
})

const restore = createRoute({
  method: 'post',
  path: paths.restoreSupplier,
  use: 'change',
  request: { params },
  responses: jsonAnswer(supplierRowSchema, 'The supplier, no longer archived.'),
})

const listOfItems = createRoute({
  method: 'get',
  path: paths.supplierVariants,
  summary: 'What suppliers sell: of one supplier, for one product, or all',
  request: { query: supplierVariantQuerySchema },
  responses: jsonAnswer(
    supplierVariantListSchema,
    'One page by product; its preferred supplier comes first.',
  ),
})

const putItems = createRoute({
  method: 'put',
  path: paths.supplierVariants,
  use: 'import_call',
  summary: 'Saves what suppliers sell, either all rows or none; repeating a call changes nothing',
  request: { body: jsonBody(saveSupplierVariantsSchema) },
  responses: jsonAnswer(savedSupplierVariantsSchema, 'How many rows were new, changed and removed.'),
})

const preview = createRoute({
  method: 'post',
  path: paths.supplierImportPreview,
  use: 'upload',
  summary:
    'Returns what importing a CSV file or workbook of suppliers, their products or orders would change; the file is the body',
  request: { query: supplierImportQuerySchema },
  responses: jsonAnswer(supplierImportSchema, 'Every line in one state.'),
})

const apply = createRoute({
  method: 'post',
  path: paths.supplierImportApply,
  use: 'upload',
  summary:
    'Imports such a file, or says that it waits for a calculation and is imported then; the same file again changes nothing',
  request: { query: supplierImportQuerySchema },
  responses: jsonAnswer(supplierImportSchema, 'Every line in one state, as it was before.'),
})

const suppliersCsv = createRoute({
  method: 'get',
  path: paths.suppliersCsv,
  use: 'export',
  responses: csvAnswer('All suppliers as CSV, as the import reads them.'),
})

const itemsCsv = createRoute({
  method: 'get',
  path: paths.supplierVariantsCsv,
  use: 'export',
  responses: csvAnswer('What all suppliers sell as CSV, as the import reads it.'),
})

export function createSupplierRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  const imported = (
    c: Context<AppEnv>,
    { kind, fileName, isApplied }: { kind: SupplierImportKind; fileName: string; isApplied: boolean },
  ) =>
    receiveTable(kernel, { ...sentFile(c), kind, signal: c.req.raw.signal }, async (table, file) => {
      const imported = (now: boolean) =>
        run(c, (context) => importFile(context, { kind, table, isApplied: now }))
      try {
        return await imported(isApplied)
      } catch (error) {
        if (!(error instanceof ShopIsCalculated)) throw error
        await applyLater(kernel, { merchantId: signedIn(c).merchantId, kind, fileName }, file)
        return { ...(await imported(false)), isWaiting: true }
      }
    })
  return createApi()
    .openapi(suppliersCsv, async (c) => {
      const fileName = await run(c, (context) => exportFileName(context, { file: 'suppliers' }))
      return c.body(
        textStream(exportSuppliers(kernel, signedIn(c).merchantId)),
        200,
        fileHeaders(fileName, CSV_TYPE),
      )
    })
    .openapi(itemsCsv, async (c) => {
      const fileName = await run(c, (context) => exportFileName(context, { file: 'supplier-products' }))
      return c.body(
        textStream(exportItems(kernel, signedIn(c).merchantId)),
        200,
        fileHeaders(fileName, CSV_TYPE),
      )
    })
    .openapi(preview, async (c) =>
      c.json(await imported(c, { ...c.req.valid('query'), isApplied: false }), 200),
    )
    .openapi(apply, async (c) => c.json(await imported(c, { ...c.req.valid('query'), isApplied: true }), 200))
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => listSuppliers(context, query)), 200)
    })
    .openapi(vendors, async (c) => c.json(await read(c, listVendors), 200))
    .openapi(fromVendors, async (c) => {
      const input = c.req.valid('json')
      return c.json(await run(c, (context) => adoptVendors(context, input)), 200)
    })
    .openapi(one, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await run(c, (context) => getSupplier(context, { supplierId: id })), 200)
    })
    .openapi(create, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => createSupplier(context, wanted)), 200)
    })
    .openapi(save, async (c) => {
      const input = { supplierId: c.req.valid('param').id, wanted: c.req.valid('json') }
      return c.json(await run(c, (context) => saveSupplier(context, input)), 200)
    })
    .openapi(archive, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await run(c, (context) => archiveSupplier(context, { supplierId: id })), 200)
    })
    .openapi(restore, async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await run(c, (context) => restoreSupplier(context, { supplierId: id })), 200)
    })
    .openapi(listOfItems, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => listItems(context, query)), 200)
    })
    .openapi(putItems, async (c) => {
      const input = c.req.valid('json')
      return c.json(await run(c, (context) => saveItems(context, input)), 200)
    })
}
