import type { VariantPlans } from '@stockcast/contract'
import type { Context } from '../../verb-context.ts'
import { listOpenOrders } from './order-queries.ts'
import { requireStock } from './require-stock.ts'
import { findSnooze } from './snooze-queries.ts'
import { suggestOrder } from './suggest-order.ts'

export async function getPlans(
  context: Context<'clock'>,
  { variantId }: { variantId: number },
): Promise<VariantPlans> {
  const { merchantId, tx } = context
  const key = { merchantId, variantId }
  await requireStock(tx, key)
  return {
    snooze: await findSnooze(tx, key),
    orders: await listOpenOrders(tx, key),
    suggestion: await suggestOrder(context, { variantId }),
  }
}
