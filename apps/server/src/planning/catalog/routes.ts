import {
  excessListSchema,
  excessQuerySchema,
  paths,
  productDetailSchema,
  productListSchema,
  productQuerySchema,
} from '@stockcast/contract'
import { z } from 'zod'
import {
  CSV_TYPE,
  createApi,
  createRoute,
  csvAnswer,
  fileHeaders,
  jsonAnswer,
  textStream,
} from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportExcess } from './excess/export-excess.ts'
import { listExcess } from './excess/list-excess.ts'
import { exportCsv, exportFileName, exportWorkbook } from './export-products.ts'
import { getProduct } from './get-product.ts'
import { listProducts } from './list-products.ts'

const list = createRoute({
  method: 'get',
  path: paths.products,
  request: { query: productQuerySchema },
  responses: jsonAnswer(
    productListSchema,
    'One page of the catalogue with stock, sales and stock projection.',
  ),
})

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const csvReport = createRoute({
  method: 'get',
  path: paths.productsCsv,
  use: 'export',
  responses: csvAnswer('The whole catalogue as CSV.'),
})

const workbookReport = createRoute({
  method: 'get',
  path: paths.productsXlsx,
  use: 'export',
  responses: {
    200: { description: 'The whole catalogue as a workbook.', content: { [WORKBOOK]: { schema: z.any() } } },
  },
})

const excess = createRoute({
  method: 'get',
  path: paths.excessStock,
  use: 'calculation',
  summary: 'Stock beyond what demand needs, and stock without sales, with its value at cost',
  request: { query: excessQuerySchema },
  responses: jsonAnswer(excessListSchema, 'One page, and the sums over the whole catalogue.'),
})

const excessCsv = createRoute({
  method: 'get',
  path: paths.excessStockCsv,
  use: 'export',
  request: { query: excessQuerySchema },
  responses: csvAnswer('The whole list as CSV.'),
})

const detail = createRoute({
  method: 'get',
  path: paths.product,
  request: { params: z.object({ variantId: z.coerce.number().int() }) },
  responses: jsonAnswer(productDetailSchema, 'Everything about one variant.'),
})

export function createCatalogRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => listProducts(context, query)), 200)
    })
    .openapi(csvReport, async (c) => {
      const { merchantId } = signedIn(c)
      const fileName = await run(c, (context) =>
        exportFileName(context, { report: 'inventory', ending: 'csv' }),
      )
      return c.body(textStream(exportCsv(kernel, merchantId)), 200, fileHeaders(fileName, CSV_TYPE))
    })
    .openapi(workbookReport, async (c) => {
      const { merchantId } = signedIn(c)
      const fileName = await run(c, (context) =>
        exportFileName(context, { report: 'inventory', ending: 'xlsx' }),
      )
      return c.body(exportWorkbook(kernel, merchantId), 200, fileHeaders(fileName, WORKBOOK))
    })
    .openapi(excess, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => listExcess(context, query)), 200)
    })
    .openapi(excessCsv, async (c) => {
      const { merchantId } = signedIn(c)
      const { page: _page, pageSize: _pageSize, ...filter } = c.req.valid('query')
      const fileName = await run(c, (context) =>
        exportFileName(context, { report: 'excess-stock', ending: 'csv' }),
      )
      const parts = exportExcess(kernel, { merchantId, ...filter })
      return c.body(textStream(parts), 200, fileHeaders(fileName, CSV_TYPE))
    })
    .openapi(detail, async (c) => {
      const key = c.req.valid('param')
      return c.json(await read(c, (context) => getProduct(context, key)), 200)
    })
}
