import { functionPath, functionSchemas, loadedSampleSchema, paths } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { assertOwnMerchant, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { seedSampleShop } from './sample-shop/seed-sample-shop.ts'
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

const sampleShop = createRoute({
  method: 'post',
  path: paths.sampleShop,
  use: 'sample_shop',
  summary: 'Loads the sample shop: sixty products, three suppliers and their orders',
  responses: jsonAnswer(loadedSampleSchema, 'How many variants there are now'),
})

export function createDemoRoutes(kernel: Kernel) {
  return createApi()
    .openapi(seed, async (c) => {
      const { merchantId } = c.req.valid('json')
      assertOwnMerchant(c, merchantId)
      await kernel.disk.assertRoom()
      return c.json(await seedDemo(kernel, merchantId), 200)
    })
    .openapi(sampleShop, async (c) => {
      await kernel.disk.assertRoom()
      return c.json(await seedSampleShop(kernel, signedIn(c).merchantId), 200)
    })
}
