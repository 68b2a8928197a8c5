import {
  importQuerySchema,
  importSchema,
  latestImportSchema,
  paths,
  saveColumnsSchema,
  savedColumnsSchema,
  savedInventorySchema,
  savedSalesSchema,
  saveInventorySchema,
  saveSalesSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { sentFile } from '../../providers/files/sent-file.ts'
import { saveInventory, saveSales } from './apply/save-calls.ts'
import { startApply } from './apply/start-apply.ts'
import { saveColumns } from './columns/save-columns.ts'
import { receiveImport } from './receive-import.ts'
import { getImport, getLatestImport } from './show-import.ts'

/** Paths whose bodies are files. */
export const UPLOAD_PATHS = [paths.imports]

/** Calls with up to five thousand rows. */
export const importBodyLimits = { [paths.inventory]: 1_000_000, [paths.sales]: 1_000_000 }

const params = z.object({ id: z.coerce.number().int().positive() })

const upload = createRoute({
  method: 'post',
  path: paths.imports,
  use: 'upload',
  summary: 'Uploads a CSV file, plain or gzip, as the body and starts its check',
  request: { query: importQuerySchema },
  responses: jsonAnswer(importSchema, 'The import, to be followed until it is ready or faulty'),
})

const latest = createRoute({
  method: 'get',
  path: paths.imports,
  responses: jsonAnswer(latestImportSchema, 'The latest import'),
})

const one = createRoute({
  method: 'get',
  path: paths.import,
  request: { params },
  responses: jsonAnswer(importSchema, 'How far an import is and what is in its file'),
})

const apply = createRoute({
  method: 'post',
  path: paths.applyImport,
  use: 'change',
  summary: 'Imports a checked file, completely or not at all',
  request: { params },
  responses: jsonAnswer(importSchema, 'The import, to be followed until it is applied'),
})

const putColumns = createRoute({
  method: 'put',
  path: paths.fileColumns,
  use: 'change',
  summary: 'Remembers what the columns of files with one head are; the next file with that head is read so',
  request: { body: jsonBody(saveColumnsSchema) },
  responses: jsonAnswer(savedColumnsSchema, 'It is remembered'),
})

const putInventory = createRoute({
  method: 'put',
  path: paths.inventory,
  use: 'import_call',
  summary: 'Saves products and stock by SKU; repeating a call changes nothing',
  request: { body: jsonBody(saveInventorySchema) },
  responses: jsonAnswer(savedInventorySchema, 'How many SKUs were new or changed'),
})

const putSales = createRoute({
  method: 'put',
  path: paths.sales,
  use: 'import_call',
  summary: 'Saves units sold by SKU and day, replacing earlier values; repeating a call changes nothing',
  request: { body: jsonBody(saveSalesSchema) },
  responses: jsonAnswer(savedSalesSchema, 'How many SKUs and units were saved'),
})

export function createImportRoutes(kernel: Kernel) {
  return createApi()
    .openapi(upload, async (c) => {
      const { kind, fileName, timeZone, currency } = c.req.valid('query')
      const received = await receiveImport(kernel, {
        ...sentFile(c),
        kind,
        fileName,
        details: { timeZone: timeZone ?? null, currency: currency ?? null },
      })
      return c.json(received, 200)
    })
    .openapi(latest, async (c) => c.json(await getLatestImport(kernel, signedIn(c).merchantId), 200))
    .openapi(one, async (c) => {
      const key = { merchantId: signedIn(c).merchantId, importId: c.req.valid('param').id }
      return c.json(await getImport(kernel, key), 200)
    })
    .openapi(apply, async (c) => {
      const key = { merchantId: signedIn(c).merchantId, importId: c.req.valid('param').id }
      return c.json(await startApply(kernel, key), 200)
    })
    .openapi(putColumns, async (c) => {
      await saveColumns(kernel, signedIn(c).merchantId, c.req.valid('json'))
      return c.json({ saved: true as const }, 200)
    })
    .openapi(putInventory, async (c) =>
      c.json(await saveInventory(kernel, signedIn(c).merchantId, c.req.valid('json')), 200),
    )
    .openapi(putSales, async (c) =>
      c.json(await saveSales(kernel, signedIn(c).merchantId, c.req.valid('json')), 200),
    )
}
