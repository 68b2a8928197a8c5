import { bundlesApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopDay, listBundlesOfShop } from '../../planning/index.ts'
import { importRecipes, saveBundle } from './import-recipes.ts'

export function createBundleRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(bundlesApi.list, async (context, query) => {
      const { today } = await findShopDay(context)
      return listBundlesOfShop(context.tx, { merchantId: context.merchantId, today, ...query })
    })
    .run(bundlesApi.save, (context, { variantId, ...wanted }) => saveBundle(context, { variantId, wanted }))
    .run(bundlesApi.importRecipes, importRecipes)
}
