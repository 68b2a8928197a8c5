import { toDay } from '../../kernel/calendar.ts'
import type { OrderRows, StoreOrder } from '../../kernel/connector/rows.ts'
import type { MerchantKey, Tx } from '../../kernel/database/app-database.ts'
import { deriveSalesOf } from './derived-sales-queries.ts'
import {
  deleteLinesOf,
  findOrders,
  insertLines,
  type LineRow,
  lockLedger,
  type OrderRow,
  type TouchedDay,
  upsertLines,
  upsertOrders,
} from './queries.ts'

/** Orders with their lines. `eventAt` is set when a webhook reports the order. */
export interface OrderBatch extends OrderRows {
  orders: PlacedOrder[]
}

export type PlacedOrder = StoreOrder & { eventAt?: Date }

/**
 * Writes orders into the ledger in their current state: replaces an earlier version and skips one that is
 * older than the stored one. Writing the same batch again changes nothing. Returns the days whose sales may
 * have changed.
 */
export async function writeOrders(
  tx: Tx,
  target: MerchantKey & { timeZone: string },
  batch: OrderBatch,
): Promise<TouchedDay[]> {
  const { merchantId } = target
  await lockLedger(tx, merchantId)
  const given = new Map(batch.orders.map((order) => [order.id, orderRow(order, target.timeZone)]))
  const ids = new Set([...given.keys(), ...batch.lines.map((line) => line.orderId)])
  const known = await findOrders(tx, merchantId, [...ids])
  const newer = [...given.values()].filter((row) => {
    const before = known.get(row.order_id)
    return before === undefined || isNewer(row, before)
  })
  const current = new Map(newer.map((row) => [row.order_id, row]))
  const removed = current.size === 0 ? [] : await deleteLinesOf(tx, merchantId, [...current.keys()])
  await upsertOrders(tx, merchantId, newer)

  const getOrder = (id: number) => (given.has(id) ? current.get(id) : known.get(id))
  const lines = lineRows(batch, getOrder)
  const { whole = [], added = [] } = Object.groupBy(lines, (line) =>
    current.has(line.order_id) ? 'whole' : 'added',
  )
  await insertLines(tx, merchantId, whole)
  // The order of these lines came in an earlier batch, which may have written some of them.
  await upsertLines(tx, merchantId, added)
  return [...removed, ...lines]
}

/** Writes orders like `writeOrders` and derives the sales of the affected days at once. */
export async function applyOrders(
  tx: Tx,
  target: MerchantKey & { timeZone: string },
  batch: OrderBatch,
): Promise<TouchedDay[]> {
  const touched = await writeOrders(tx, target, batch)
  if (touched.length > 0) await deriveSalesOf(tx, target.merchantId, touched)
  return touched
}

/**
 * Returns whether a version replaces the stored one. A store may give times in whole seconds: within one second, a version that
 * was read from the store wins over one from a webhook, and a later webhook over an earlier one.
 */
function isNewer(row: OrderRow, before: OrderRow): boolean {
  const later = row.updated_at.getTime() - before.updated_at.getTime()
  if (later !== 0) return later > 0
  if (row.event_at === null) return true
  return before.event_at !== null && before.event_at <= row.event_at
}

/**
 * Returns the row of an order. Test orders and cancelled orders are not demand. `day` is the day of the sale, which is before
 * the day of creation for an order that was imported into the store.
 */
export function orderRow(order: PlacedOrder, timeZone: string): OrderRow {
  const placedAt = order.processedAt ?? order.createdAt
  return {
    order_id: order.id,
    day: toDay(placedAt, timeZone),
    placed_at: placedAt,
    is_counted: !order.test && order.cancelledAt === null,
    updated_at: order.updatedAt,
    event_at: order.eventAt ?? null,
    location_id: order.locationId,
  }
}

/** Returns rows with units as ordered: a later return does not undo the demand. */
export function lineRows(batch: OrderBatch, getOrder: (id: number) => OrderRow | undefined): LineRow[] {
  const rows = new Map<number, LineRow>()
  for (const line of batch.lines) {
    const order = getOrder(line.orderId)
    if (!order?.is_counted || line.variantId === null || line.quantity <= 0) continue
    rows.set(line.id, {
      order_id: line.orderId,
      line_id: line.id,
      variant_id: line.variantId,
      day: order.day,
      units: line.quantity,
      bundle_id: line.bundleId ?? null,
      location_id: order.location_id,
    })
  }
  return [...rows.values()]
}
