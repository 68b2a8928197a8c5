import { ORDER_GRACE_DAYS } from '@stockcast/contract'
import { epochDay } from '../../calendar.ts'
import type { FollowedOrder, OrderToFollow } from './order-queries.ts'

/** The store's present stock of a variant. */
export interface StockNow {
  available: number
  /** Units in transfers that the store knows. */
  incoming: number
}

/**
 * Returns a variant's open orders, updated with the present stock. Units that the store now has in a transfer
 * no longer count as ordered, and neither do units that arrived, which is stock that rose by more than
 * transfers shrank. The order that is expected first is reduced first. An order that is `ORDER_GRACE_DAYS`
 * late is closed. Updating twice changes nothing.
 * `today` is an epoch day; `orders` are of one variant, the earliest first.
 */
export function followOrders(
  orders: readonly OrderToFollow[],
  now: StockNow,
  today: number,
): FollowedOrder[] {
  const seen = orders[0]
  if (!seen) return []
  const moved = now.incoming - seen.incoming_seen
  const arrived = Math.max(0, now.available - seen.available_seen - Math.max(0, -moved))
  let units = Math.max(0, moved) + arrived
  return orders.map((order) => {
    const served = Math.min(order.units_left, units)
    units -= served
    const left = order.units_left - served
    return {
      ...order,
      units_left: left,
      available_seen: now.available,
      incoming_seen: now.incoming,
      closed: left === 0 ? 'arrived' : isOverdue(order, today) ? 'overdue' : null,
    }
  })
}

function isOverdue({ expected_on }: OrderToFollow, today: number): boolean {
  return today > epochDay(expected_on) + ORDER_GRACE_DAYS
}
