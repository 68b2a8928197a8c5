import type { Incoming } from '@stockcast/forecasting/decisions'
import { epochDay } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { reopenSettled } from '../alerts/index.ts'
import { followOrders, type StockNow } from './follow-orders.ts'
import { type FollowedOrder, listOpenOrders, type OpenOrder, saveFollowedOrders } from './order-queries.ts'
import { deleteSilences, listSilenceRows, type SilenceRow } from './silence-queries.ts'

/** The merchant's actions on variants, as far as they still hold. */
export interface ActsNow {
  silenced: ReadonlySet<number>
  /** The open orders by variant, in days from today. */
  arrivals: ReadonlyMap<number, readonly Incoming[]>
}

/**
 * Updates snoozes, mutes and open orders with the present stock, and returns those that still hold. It ends a
 * snooze whose time is over or whose stock rose, and closes an order that arrived or never came. Alerts that
 * such a missing order resolved may open again. The caller holds the merchant's projection lock.
 */
export async function followActs(
  tx: Tx,
  args: {
    merchantId: number
    variantIds: readonly number[] | null
    stock: ReadonlyMap<number, StockNow>
    today: number
    at: Date
  },
): Promise<ActsNow> {
  const silenced = await followSilences(tx, args)
  const orders = followAll(await listOpenOrders(tx, args), args)
  await saveFollowedOrders(tx, { ...args, orders })
  const overdue = orders.filter(({ closed }) => closed === 'overdue')
  const variantIds = overdue.map((order) => order.variant_id)
  await reopenSettled(tx, { merchantId: args.merchantId, variantIds, at: args.at })
  return { silenced, arrivals: arrivalsOf(orders, args.today) }
}

type Arguments = Parameters<typeof followActs>[1]

async function followSilences(tx: Tx, args: Arguments): Promise<ReadonlySet<number>> {
  const silences = await listSilenceRows(tx, args)
  const isOver = (silence: SilenceRow) => {
    if (silence.kind === 'until_time') return silence.until !== null && silence.until <= args.at
    const stock = args.stock.get(silence.variant_id)
    return silence.kind === 'until_restock' && stock !== undefined && stock.available > silence.available_then
  }
  const over = new Set(silences.filter(isOver).map((silence) => silence.variant_id))
  await deleteSilences(tx, { merchantId: args.merchantId, variantIds: [...over] })
  return new Set(silences.map((silence) => silence.variant_id).filter((id) => !over.has(id)))
}

function followAll(open: readonly OpenOrder[], { stock, today }: Arguments): FollowedOrder[] {
  const byVariant = Map.groupBy(open, (order) => order.variant_id)
  return [...byVariant].flatMap(([variantId, orders]) => {
    const now = stock.get(variantId)
    return now ? followOrders(orders, now, today) : []
  })
}

/** Returns the open orders as of their last update. */
export async function listArrivals(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; today: number },
): Promise<ActsNow['arrivals']> {
  const open = await listOpenOrders(tx, key)
  return arrivalsOf(open, key.today)
}

/** Expects a late order tomorrow at the earliest, never today. */
function arrivalsOf(
  orders: readonly (OpenOrder & Partial<FollowedOrder>)[],
  today: number,
): Map<number, Incoming[]> {
  const arrivals = new Map<number, Incoming[]>()
  for (const order of orders) {
    if (order.closed) continue
    const arrival = { day: Math.max(1, epochDay(order.expected_on) - today), units: order.units_left }
    arrivals.set(order.variant_id, [...(arrivals.get(order.variant_id) ?? []), arrival])
  }
  return arrivals
}
