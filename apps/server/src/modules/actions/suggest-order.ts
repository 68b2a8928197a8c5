import type { VariantPlans } from '@stockcast/contract'
import { dayFromEpoch, epochDay, today as todayOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { requireShopFacts } from '../../shop-facts/queries.ts'
import { effectivePolicy, findSettings } from '../settings/index.ts'
import { findOrderAdvice } from './order-queries.ts'

/** Returns an order that could be placed today: the recommended units, and the day after the lead time. */
export async function suggestOrder(
  kernel: Pick<Kernel, 'clock'>,
  tx: Tx,
  key: { merchantId: number; variantId: number },
): Promise<VariantPlans['suggestion']> {
  const { merchantId } = key
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const today = epochDay(todayOf(kernel.clock, timeZone))
  const { orderQuantity, ...override } = await findOrderAdvice(tx, key)
  const { leadTimeDays } = effectivePolicy(await findSettings(tx, merchantId), override)
  return { units: Math.max(1, orderQuantity ?? 1), expectedOn: dayFromEpoch(today + leadTimeDays) }
}
