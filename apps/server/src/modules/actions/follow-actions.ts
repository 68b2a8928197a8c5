import { ORDER_GRACE_DAYS } from '@stockcast/contract'
import type { Incoming } from '@stockcast/forecasting/decisions'
import { epochDay } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { reopenSettled } from '../alerts/index.ts'
import {
  type FollowedOrder,
  listOrdersToFollow,
  type OrderToFollow,
  saveFollowedOrders,
} from './order-queries.ts'
import { deleteSnoozes, listSnoozeRows, type SnoozeRow } from './snooze-queries.ts'

/** The merchant's actions on variants, as far as they still hold. */
export interface ActionsNow {
  snoozed: ReadonlySet<number>
  /** The open orders by variant, in days from today. */
  scheduledReceipts: ReadonlyMap<number, readonly Incoming[]>
}

/**
 * Updates snoozes, mutes and open orders with the present stock, and returns those that still hold. It ends a
 * snooze whose time is over or whose stock rose, and closes an order that arrived or never came. Alerts that
 * such a missing order resolved may open again. The caller holds the merchant's projection lock.
 */
export async function followActions(
  tx: Tx,
  args: {
    merchantId: number
    variantIds: readonly number[] | null
    stock: ReadonlyMap<number, StockNow>
    today: number
    at: Date
  },
): Promise<ActionsNow> {
  const snoozed = await followSnoozes(tx, args)
  const orders = followAll(await listOrdersToFollow(tx, args), args)
  await saveFollowedOrders(tx, { ...args, orders })
  const overdue = orders.filter(({ closed }) => closed === 'overdue')
  const variantIds = overdue.map((order) => order.variant_id)
  await reopenSettled(tx, { merchantId: args.merchantId, variantIds, at: args.at })
  return { snoozed, scheduledReceipts: receiptsOf(orders, args.today) }
}

type Arguments = Parameters<typeof followActions>[1]

async function followSnoozes(tx: Tx, args: Arguments): Promise<ReadonlySet<number>> {
  const snoozes = await listSnoozeRows(tx, args)
  const isOver = (snooze: SnoozeRow) => {
    if (snooze.kind === 'until_time') return snooze.until !== null && snooze.until <= args.at
    const stock = args.stock.get(snooze.variant_id)
    return snooze.kind === 'until_restock' && stock !== undefined && stock.available > snooze.available_then
  }
  const over = new Set(snoozes.filter(isOver).map((snooze) => snooze.variant_id))
  await deleteSnoozes(tx, { merchantId: args.merchantId, variantIds: [...over] })
  return new Set(snoozes.map((snooze) => snooze.variant_id).filter((id) => !over.has(id)))
}

function followAll(open: readonly OrderToFollow[], { stock, today }: Arguments): FollowedOrder[] {
  const byVariant = Map.groupBy(open, (order) => order.variant_id)
  return [...byVariant].flatMap(([variantId, orders]) => {
    const now = stock.get(variantId)
    return now ? followOrders(orders, now, today) : []
  })
}

/** Returns the open orders as of their last update. */
export async function listScheduledReceipts(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; today: number },
): Promise<ActionsNow['scheduledReceipts']> {
  const open = await listOrdersToFollow(tx, key)
  return receiptsOf(open, key.today)
}

/** Expects a late order tomorrow at the earliest, never today. */
function receiptsOf(
  orders: readonly (OrderToFollow & Partial<FollowedOrder>)[],
  today: number,
): Map<number, Incoming[]> {
  const scheduledReceipts = new Map<number, Incoming[]>()
  for (const order of orders) {
    if (order.closed) continue
    const receipt = { day: Math.max(1, epochDay(order.expected_on) - today), units: order.units_left }
    scheduledReceipts.set(order.variant_id, [...(scheduledReceipts.get(order.variant_id) ?? []), receipt])
  }
  return scheduledReceipts
}

/** The store's present stock of a variant. */
interface StockNow {
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
