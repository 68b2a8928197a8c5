import {
  createDraftsSchema,
  createdDraftsSchema,
  orderListQuerySchema,
  orderListSchema,
  paths,
} from '@stockcast/contract'
import {
  CSV_TYPE,
  createApi,
  createRoute,
  csvAnswer,
  fileHeaders,
  jsonAnswer,
  jsonBody,
} from '../../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createDrafts } from '../purchasing/orders/create-drafts.ts'
import { exportOrderList } from './list/export-order-list.ts'
import { getOrderList } from './list/get-order-list.ts'

/** Enough for drafts of some thousand lines. */
export const orderListBodyLimits = { [paths.orderListDrafts]: 1_000_000 }

const list = createRoute({
  method: 'get',
  path: paths.orderList,
  use: 'calculation',
  summary: 'What to order, from which supplier, within a budget',
  request: { query: orderListQuerySchema },
  responses: jsonAnswer(orderListSchema, 'One page of the list, with the totals of all of it.'),
})

const exportCsv = createRoute({
  method: 'get',
  path: paths.orderListCsv,
  use: 'export',
  summary: 'The whole list as a file',
  request: { query: orderListQuerySchema },
  responses: csvAnswer('The whole list.'),
})

const drafts = createRoute({
  method: 'post',
  path: paths.orderListDrafts,
  use: 'order',
  summary: 'Creates one draft for each supplier',
  request: { body: jsonBody(createDraftsSchema) },
  responses: jsonAnswer(createdDraftsSchema, 'The drafts, and the lines that were left out.'),
})

export function createOrderListRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => getOrderList(context, query)), 200)
    })
    .openapi(exportCsv, async (c) => {
      const query = c.req.valid('query')
      const file = await read(c, (context) => exportOrderList(context, query))
      return c.body(file.text, 200, fileHeaders(file.fileName, CSV_TYPE))
    })
    .openapi(drafts, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => createDrafts(context, wanted)), 200)
    })
}
