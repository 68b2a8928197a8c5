import { toDay } from '../../kernel/calendar.ts'
import type { MerchantKey, Tx } from '../../kernel/database/app-database.ts'
import { listOrderInstants, lockLedger, moveOrders } from './queries.ts'

const ORDERS_PER_STEP = 5000

/**
 * Moves the next orders after `after` (an order's id) to their days in `timeZone`. Returns the id from which
 * to continue, null at the end. The sales must be derived afterwards.
 */
export async function moveDays(
  tx: Tx,
  key: MerchantKey & { timeZone: string; after: number },
): Promise<number | null> {
  await lockLedger(tx, key.merchantId)
  const orders = await listOrderInstants(tx, { ...key, count: ORDERS_PER_STEP })
  const moved = orders.flatMap(({ order_id, day, placed_at }) => {
    if (placed_at === null) return []
    const next = toDay(placed_at, key.timeZone)
    return next === day ? [] : [{ order_id, day: next }]
  })
  if (moved.length > 0) await moveOrders(tx, key.merchantId, moved)
  return orders.length < ORDERS_PER_STEP ? null : orders.at(-1)!.order_id
}
