import { functionPath, functionSchemas } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../http/api.ts'
import { assertOwnMerchant } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { seedDemo } from './seed-demo.ts'

const { request, response } = functionSchemas['seed-demo-data']

const seed = createRoute({
  method: 'post',
  path: functionPath('seed-demo-data'),
  use: 'sample',
  summary: 'Loads the sample store for the signed-in merchant, whatever shop the body names',
  request: { body: jsonBody(request) },
  responses: jsonAnswer(response, 'How many variants there are now'),
})

export function createDemoRoutes(kernel: Kernel) {
  return createApi().openapi(seed, async (c) => {
    const { merchantId } = c.req.valid('json')
    assertOwnMerchant(c, merchantId)
    await kernel.disk.assertRoom()
    return c.json(await seedDemo(kernel, merchantId), 200)
  })
}
