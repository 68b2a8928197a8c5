import { functionPath, functionSchemas } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { completeConnection, type RequestFirstSync } from './complete-connection.ts'
import { startConnection } from './start-connection.ts'

const initSchemas = functionSchemas['shopify-oauth-init']
const callbackSchemas = functionSchemas['shopify-oauth-callback']

const init = createRoute({
  method: 'post',
  path: functionPath('shopify-oauth-init'),
  use: 'connection',
  summary: 'Returns the address where the merchant authorizes the connection',
  request: { body: jsonBody(initSchemas.request) },
  responses: jsonAnswer(initSchemas.response, 'The address at the store to open'),
})

const callback = createRoute({
  method: 'post',
  path: functionPath('shopify-oauth-callback'),
  use: 'change',
  summary: 'Completes the connection and starts the first sync',
  request: { body: jsonBody(callbackSchemas.request) },
  responses: jsonAnswer(callbackSchemas.response, 'The connected shop'),
})

export function createShopRoutes(kernel: Kernel, requestFirstSync: RequestFirstSync) {
  return createApi()
    .openapi(init, async (c) =>
      c.json(await startConnection(kernel, signedIn(c).merchantId, c.req.valid('json')), 200),
    )
    .openapi(callback, async (c) => {
      const input = c.req.valid('json')
      return c.json(await completeConnection(kernel, requestFirstSync, signedIn(c).merchantId, input), 200)
    })
}
