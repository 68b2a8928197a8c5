import { createRoute } from '@hono/zod-openapi'
import { paths, productDetailSchema, productListSchema, productQuerySchema } from '@stockcast/contract'
import { z } from 'zod'
import { CSV_TYPE, createApi, fileHeaders, jsonAnswer } from '../../http/api.ts'
import { signedIn } from '../../http/context.ts'
import { createVerbRunner } from '../../http/run-verb.ts'
import type { Kernel } from '../../kernel.ts'
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
  responses: {
    200: { description: 'The whole catalogue as CSV.', content: { 'text/csv': { schema: z.string() } } },
  },
})

const workbookReport = createRoute({
  method: 'get',
  path: paths.productsXlsx,
  responses: {
    200: { description: 'The whole catalogue as a workbook.', content: { [WORKBOOK]: { schema: z.any() } } },
  },
})

const detail = createRoute({
  method: 'get',
  path: paths.product,
  request: { params: z.object({ variantId: z.coerce.number().int() }) },
  responses: jsonAnswer(productDetailSchema, 'Everything about one variant.'),
})

export function createCatalogRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  return createApi()
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await run(c, (context) => listProducts(context, query)), 200)
    })
    .openapi(csvReport, async (c) => {
      const { merchantId } = signedIn(c)
      const fileName = await run(c, (context) => exportFileName(context, { ending: 'csv' }))
      const text = ReadableStream.from(exportCsv(kernel, merchantId)).pipeThrough(new TextEncoderStream())
      return c.body(text, 200, fileHeaders(fileName, CSV_TYPE))
    })
    .openapi(workbookReport, async (c) => {
      const { merchantId } = signedIn(c)
      const fileName = await run(c, (context) => exportFileName(context, { ending: 'xlsx' }))
      return c.body(exportWorkbook(kernel, merchantId), 200, fileHeaders(fileName, WORKBOOK))
    })
    .openapi(detail, async (c) => {
      const key = c.req.valid('param')
      return c.json(await run(c, (context) => getProduct(context, key)), 200)
    })
}
