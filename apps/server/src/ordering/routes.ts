import { actionsApi, bundlesApi, orderListApi, transfersApi } from '@stockcast/contract'
import { signedIn } from '../kernel/http/context.ts'
import { createVerbApi } from '../kernel/http/verb-api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { findShopDay, listBundlesOfShop } from '../planning/index.ts'
import { forgetOrder, getPlans, recordOrder } from './actions/record-order.ts'
import { listSnoozes } from './actions/snooze-queries.ts'
import { endSnooze, snoozeVariant } from './actions/snooze-variant.ts'
import { changeMany } from './bulk/change-many.ts'
import { importRecipes, saveBundle } from './bundles/import-recipes.ts'
import { exportOrderList } from './order-list/list/export-order-list.ts'
import { getOrderList } from './order-list/list/get-order-list.ts'
import { createDrafts } from './purchasing/orders/create-drafts.ts'
import { createInStore } from './transfers/create-in-store.ts'
import { takeStep } from './transfers/take-step.ts'
import { createTransfers, listSuggestions, listTransfers, pickList } from './transfers/transfers.ts'

/** Creates the routes of what to order, of bundles and of transfers; purchasing, suppliers and reports have their own. */
export function createOrderingRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(bundlesApi.list, async (context, query) => {
      const { today } = await findShopDay(context)
      return listBundlesOfShop(context.tx, { merchantId: context.merchantId, today, ...query })
    })
    .run(bundlesApi.save, (context, { variantId, ...wanted }) => saveBundle(context, { variantId, wanted }))
    .run(bundlesApi.importRecipes, importRecipes)
    .read(orderListApi.get, getOrderList)
    .read(orderListApi.exportCsv, exportOrderList)
    .run(orderListApi.createDrafts, createDrafts)
    .run(actionsApi.listSnoozes, async ({ merchantId, tx }) => ({
      snoozes: await listSnoozes(tx, merchantId),
    }))
    .run(actionsApi.snooze, (context, { id: variantId, ...wanted }) =>
      snoozeVariant(context, { variantId, wanted }),
    )
    .run(actionsApi.endSnooze, (context, { id: variantId }) => endSnooze(context, { variantId }))
    .run(actionsApi.changeMany, changeMany)
    .run(actionsApi.getPlans, (context, { id: variantId }) => getPlans(context, { variantId }))
    .run(actionsApi.recordOrder, (context, { id: variantId, ...wanted }) =>
      recordOrder(context, { variantId, wanted }),
    )
    .run(actionsApi.removeOrder, (context, { id: variantId, orderId }) =>
      forgetOrder(context, { variantId, orderId }),
    )
    .read(transfersApi.listSuggestions, listSuggestions)
    .read(transfersApi.list, listTransfers)
    .run(transfersApi.create, async (context, wanted) => ({
      transfers: await createTransfers(context, wanted),
    }))
    .run(transfersApi.takeStep, takeStep)
    .serve(transfersApi.createInStore, ({ c, params: { id } }) =>
      createInStore(kernel, signedIn(c).merchantId, id),
    )
    .run(transfersApi.exportPickList, pickList)
}
