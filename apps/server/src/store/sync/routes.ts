import { functionPath, functionSchemas, paths, syncStateSchema } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { assertOwnMerchant, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { startSync } from './request-sync.ts'
import { getSync } from './show-sync.ts'

const functionSchema = functionSchemas['shopify-sync-inventory']

const syncInventory = createRoute({
  method: 'post',
  path: functionPath('shopify-sync-inventory'),
  use: 'sync',
  summary: 'Starts a sync, or returns the one that is running',
  request: { body: jsonBody(functionSchema.request) },
  responses: jsonAnswer(functionSchema.response, 'The run'),
})

const getState = createRoute({
  method: 'get',
  path: paths.sync,
  summary: 'Returns the progress of the latest sync',
  responses: jsonAnswer(syncStateSchema, 'The latest run, null before the first one'),
})

export function createSyncRoutes(kernel: Kernel) {
  return createApi()
    .openapi(syncInventory, async (c) => {
      assertOwnMerchant(c, c.req.valid('json').merchant_id)
      return c.json(await startSync(kernel, signedIn(c).merchantId), 200)
    })
    .openapi(getState, async (c) => c.json(await getSync(kernel, signedIn(c).merchantId), 200))
}
