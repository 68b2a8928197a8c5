import {
  createdTransfersSchema,
  createTransfersSchema,
  paths,
  suggestionListSchema,
  suggestionQuerySchema,
  transferListSchema,
  transferQuerySchema,
  transferSchema,
  transferStatusSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import {
  CSV_TYPE,
  createApi,
  createRoute,
  csvAnswer,
  fileHeaders,
  jsonAnswer,
  jsonBody,
} from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { createInStore } from './create-in-store.ts'
import { listSuggestions } from './list-suggestions.ts'
import { createTransfers, listTransfers, pickList, setTransferStatus } from './transfers.ts'

const params = z.object({ id: z.coerce.number().int().min(1) })
const transfer = jsonAnswer(transferSchema, 'The transfer.')

const suggestions = createRoute({
  method: 'get',
  path: paths.transferSuggestions,
  summary: 'Stock to move between locations before anything is bought',
  request: { query: suggestionQuerySchema },
  responses: jsonAnswer(suggestionListSchema, 'One page, the most valuable first.'),
})

const list = createRoute({
  method: 'get',
  path: paths.transfers,
  summary: 'Transfers between locations, newest first',
  request: { query: transferQuerySchema },
  responses: jsonAnswer(transferListSchema, 'One page of the transfers.'),
})

const create = createRoute({
  method: 'post',
  path: paths.transfers,
  use: 'transfer',
  summary: 'Creates a draft for each pair of locations',
  request: { body: jsonBody(createTransfersSchema) },
  responses: jsonAnswer(createdTransfersSchema, 'The drafts.'),
})

const status = createRoute({
  method: 'post',
  path: paths.transferStatus,
  use: 'change',
  summary: 'Says that a transfer was sent, has arrived, or will not be made',
  request: { params, body: jsonBody(transferStatusSchema) },
  responses: transfer,
})

const inStore = createRoute({
  method: 'post',
  path: paths.transferInStore,
  use: 'booking',
  summary: 'Creates a draft in the store, once',
  request: { params },
  responses: transfer,
})

const csv = createRoute({
  method: 'get',
  path: paths.transferCsv,
  use: 'export',
  request: { params },
  responses: csvAnswer('The transfer as a list to pick by.'),
})

export function createTransferRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .openapi(suggestions, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => listSuggestions(context, query)), 200)
    })
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => listTransfers(context, query)), 200)
    })
    .openapi(create, async (c) => {
      const wanted = c.req.valid('json')
      return c.json({ transfers: await run(c, (context) => createTransfers(context, wanted)) }, 200)
    })
    .openapi(status, async (c) => {
      const wanted = { ...c.req.valid('param'), ...c.req.valid('json') }
      return c.json(await run(c, (context) => setTransferStatus(context, wanted)), 200)
    })
    .openapi(inStore, async (c) =>
      c.json(await createInStore(kernel, signedIn(c).merchantId, c.req.valid('param').id), 200),
    )
    .openapi(csv, async (c) => {
      const { id } = c.req.valid('param')
      const { name, text } = await run(c, (context) => pickList(context, { id }))
      return c.body(text, 200, fileHeaders(name, CSV_TYPE))
    })
}
