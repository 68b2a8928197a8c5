import type { VariantPlans } from '@stockcast/contract'
import type { Kernel } from '../../kernel.ts'
import { listNotedOrders } from './order-queries.ts'
import { requireStock } from './require-stock.ts'
import { findSilence } from './silence-queries.ts'
import { suggestOrder } from './suggest-order.ts'

export async function getPlans(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  key: { merchantId: number; variantId: number },
): Promise<VariantPlans> {
  return kernel.db.withTenant(key.merchantId, async (tx) => {
    await requireStock(tx, key)
    return {
      silence: await findSilence(tx, key),
      orders: await listNotedOrders(tx, key),
      suggestion: await suggestOrder(kernel, tx, key),
    }
  })
}
