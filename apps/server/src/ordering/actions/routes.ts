import { actionsApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { changeMany } from '../bulk/change-many.ts'
import { forgetOrder, getPlans, recordOrder } from './record-order.ts'
import { listSnoozes } from './snooze-queries.ts'
import { endSnooze, snoozeVariant } from './snooze-variant.ts'

export function createPlanRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
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
}
