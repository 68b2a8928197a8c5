import {
  paths,
  trendProductListSchema,
  trendProductQuerySchema,
  trendQuerySchema,
  trendsSchema,
} from '@stockcast/contract'
import {
  CSV_TYPE,
  createApi,
  createRoute,
  csvAnswer,
  fileHeaders,
  jsonAnswer,
} from '../../kernel/http/api.ts'
import { createSnapshotRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { exportProductTrends } from './export-trend-products.ts'
import { getTrends } from './get-trends.ts'
import { listProductTrends } from './list-trend-products.ts'

const trends = createRoute({
  method: 'get',
  path: paths.trends,
  use: 'calculation',
  request: { query: trendQuerySchema },
  responses: jsonAnswer(trendsSchema, 'Past and expected figures of the shop or of one variant.'),
})

const products = createRoute({
  method: 'get',
  path: paths.trendProducts,
  use: 'calculation',
  request: { query: trendProductQuerySchema },
  responses: jsonAnswer(trendProductListSchema, 'One page of the variants, ranked over a period.'),
})

const exportCsv = createRoute({
  method: 'get',
  path: paths.trendProductsCsv,
  use: 'export',
  request: { query: trendProductQuerySchema },
  responses: csvAnswer('The whole ranking.'),
})

export function createTrendRoutes(kernel: Kernel) {
  const run = createSnapshotRunner(kernel)
  return createApi()
    .openapi(trends, async (c) => {
      const query = c.req.valid('query')
      return c.json(await run(c, (context) => getTrends(context, query)), 200)
    })
    .openapi(products, async (c) => {
      const query = c.req.valid('query')
      return c.json(await run(c, (context) => listProductTrends(context, query)), 200)
    })
    .openapi(exportCsv, async (c) => {
      const query = c.req.valid('query')
      const file = await run(c, (context) => exportProductTrends(context, query))
      return c.body(file.text, 200, fileHeaders(file.fileName, CSV_TYPE))
    })
}
