import type { Attention } from '@stockcast/contract'
import { stockoutFuturesAfterArrival } from '@stockcast/forecasting/decisions'
import { dayFromEpoch } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { completeRows, listPlannings, listVariantsToOrder } from '../catalog/index.ts'

const MOST = 7

/**
 * Returns what needs attention today, ranked by the expected lost sales until an order placed today arrives.
 */
export async function listAttention(
  tx: Tx,
  args: { merchantId: number; today: number },
): Promise<Attention[]> {
  const { merchantId, today } = args
  const variants = await listVariantsToOrder(tx, { merchantId, limit: MOST })
  const rows = await completeRows(tx, { merchantId, today, rows: variants })
  const variantIds = variants.map((variant) => variant.variant_id)
  const plannings = await listPlannings(tx, { merchantId, variantIds, today })
  return rows.flatMap((row, i) => {
    const planning = plannings.get(row.variantId)
    if (!planning?.distribution) return []
    const { distribution, incoming, policy } = planning
    return {
      ...row,
      futures: stockoutFuturesAfterArrival({ distribution, available: planning.row.available, incoming }),
      leadTimeStockoutProbability: variants[i]?.lead_time_stockout_probability ?? 0,
      leadTimeDays: policy.leadTimeDays,
      incomingOrders: incoming.map(({ day, units }) => ({ day: dayFromEpoch(today + day), units })),
      price: variants[i]?.price ?? null,
    }
  })
}
