import { bundlesApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopDay, listBundlesOfShop } from '../../planning/index.ts'
import { importRecipes } from './import-recipes.ts'
import { saveBundle } from './save-bundle.ts'

export function createBundleRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .serve(bundlesApi.list, ({ c, query }) =>
      read(c, async (context) => {
        const { today } = await findShopDay(context)
        return listBundlesOfShop(context.tx, { merchantId: context.merchantId, today, ...query })
      }),
    )
    .serve(bundlesApi.save, async ({ c, params: { variantId }, body: wanted }) => {
      await run(c, (context) => saveBundle(context, { variantId, wanted }))
      return { done: true as const }
    })
    .serve(bundlesApi.importRecipes, ({ c, body }) => run(c, (context) => importRecipes(context, body)))
}
