import type { VariantPlans } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { listOpenOrders } from './order-queries.ts'
import { requireStock } from './require-stock.ts'
import { findSnooze } from './snooze-queries.ts'
import { suggestOrder } from './suggest-order.ts'

export async function getPlans(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  key: { merchantId: number; variantId: number },
): Promise<VariantPlans> {
  return kernel.db.withTenant(key.merchantId, async (tx) => {
    await requireStock(tx, key)
    return {
      snooze: await findSnooze(tx, key),
      orders: await listOpenOrders(tx, key),
      suggestion: await suggestOrder(kernel, tx, key),
    }
  })
}
