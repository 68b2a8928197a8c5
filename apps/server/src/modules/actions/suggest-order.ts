import type { VariantPlans } from '@stockcast/contract'
import { dayFromEpoch, epochDay, today as todayOf } from '../../calendar.ts'
import { requireShopFacts } from '../../shop-facts/queries.ts'
import type { Context } from '../../verb-context.ts'
import { effectivePolicy, findSettings } from '../settings/index.ts'
import { findOrderAdvice, listOpenOrders } from './order-queries.ts'
import { requireStock } from './require-stock.ts'
import { findSnooze } from './snooze-queries.ts'

/** Returns an order that could be placed today: the recommended units, and the day after the lead time. */
export async function suggestOrder(
  { clock, merchantId, tx }: Context<'clock'>,
  { variantId }: { variantId: number },
): Promise<VariantPlans['suggestion']> {
  const { timeZone } = await requireShopFacts(tx, merchantId)
  const today = epochDay(todayOf(clock, timeZone))
  const { orderQuantity, ...override } = await findOrderAdvice(tx, { merchantId, variantId })
  const { leadTimeDays } = effectivePolicy(await findSettings(tx, merchantId), override)
  return { units: Math.max(1, orderQuantity ?? 1), expectedOn: dayFromEpoch(today + leadTimeDays) }
}

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
