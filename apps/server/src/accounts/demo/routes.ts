import { demoApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { assertOwnMerchant, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { seedSampleShop } from './sample-shop/seed-sample-shop.ts'
import { seedDemo } from './seed-demo.ts'

export function createDemoRoutes(kernel: Kernel) {
  return createApi()
    .serve(demoApi.seed, async ({ c, body: { merchantId } }) => {
      assertOwnMerchant(c, merchantId)
      await kernel.disk.assertRoom()
      return seedDemo(kernel, merchantId)
    })
    .serve(demoApi.loadSampleShop, async ({ c }) => {
      await kernel.disk.assertRoom()
      return seedSampleShop(kernel, signedIn(c).merchantId)
    })
}
