import { actionsApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { changeMany } from '../bulk/change-many.ts'
import { forgetOrder, getPlans, recordOrder } from './record-order.ts'
import { listSnoozes } from './snooze-queries.ts'
import { endSnooze, snoozeVariant } from './snooze-variant.ts'

export function createPlanRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  return createApi()
    .serve(actionsApi.listSnoozes, async ({ c }) => ({
      snoozes: await run(c, ({ merchantId, tx }) => listSnoozes(tx, merchantId)),
    }))
    .serve(actionsApi.snooze, ({ c, params: { id: variantId }, body: wanted }) =>
      run(c, (context) => snoozeVariant(context, { variantId, wanted })),
    )
    .serve(actionsApi.endSnooze, async ({ c, params: { id: variantId } }) => {
      await run(c, (context) => endSnooze(context, { variantId }))
      return { done: true } as const
    })
    .serve(actionsApi.changeMany, ({ c, body }) => run(c, (context) => changeMany(context, body)))
    .serve(actionsApi.getPlans, ({ c, params: { id: variantId } }) =>
      run(c, (context) => getPlans(context, { variantId })),
    )
    .serve(actionsApi.recordOrder, ({ c, params: { id: variantId }, body: wanted }) =>
      run(c, (context) => recordOrder(context, { variantId, wanted })),
    )
    .serve(actionsApi.removeOrder, async ({ c, params: { id: variantId, orderId } }) => {
      await run(c, (context) => forgetOrder(context, { variantId, orderId }))
      return { done: true } as const
    })
}
