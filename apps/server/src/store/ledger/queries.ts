import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkInsert, bulkUpsert, type RowOf } from '../../kernel/database/bulk-upsert.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'

/**
 * `day` is derived from `placed_at`, which is null for orders stored before this column existed. `event_at`: when the webhook that
 * reported it was triggered; null for what was read from the store. `location_id`: where it was sold or sent from; null: unknown.
 */
export type OrderRow = RowOf<'orders'>

/** `bundle_id`: in which the store sold it. `location_id` is that of its order. */
export type LineRow = RowOf<'order_lines'>

/** A variant's day, whose units sold may have changed. */
export interface TouchedDay {
  variant_id: number
  day: string
}

/**
 * Allows one writer of a merchant's ledger at a time, until the transaction ends: an order and its lines
 * change together.
 */
export const lockLedger = merchantLock('ledger')

/** Deletes from the ledger what the store reported; imported sales stay. */
export async function clearLedger(tx: Tx, merchantId: number): Promise<void> {
  await tx.deleteFrom('order_lines').where('merchant_id', '=', merchantId).where('order_id', '>', 0).execute()
  await tx.deleteFrom('orders').where('merchant_id', '=', merchantId).execute()
}

export async function findOrders(
  tx: Tx,
  merchantId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderRow>> {
  const found = await sql<OrderRow>`
    select order_id, day, placed_at, is_counted, updated_at, event_at, location_id from orders
    where merchant_id = ${merchantId} and order_id = any(${orderIds}::bigint[])
  `.execute(tx)
  return new Map(found.rows.map((row) => [row.order_id, row]))
}

export async function listLinesOf(
  tx: Tx,
  merchantId: number,
  orderIds: readonly number[],
): Promise<LineRow[]> {
  const found = await sql<LineRow>`
    select order_id, line_id, variant_id, day, units, bundle_id, location_id from order_lines
    where merchant_id = ${merchantId} and order_id = any(${orderIds}::bigint[])
  `.execute(tx)
  return found.rows
}

/** Deletes the lines of these orders from the ledger and returns the days on which they counted. */
export async function deleteLinesOf(
  tx: Tx,
  merchantId: number,
  orderIds: readonly number[],
): Promise<TouchedDay[]> {
  const deleted = await sql<TouchedDay>`
    delete from order_lines where merchant_id = ${merchantId} and order_id = any(${orderIds}::bigint[])
    returning variant_id, day
  `.execute(tx)
  return deleted.rows
}

export async function upsertOrders(tx: Tx, merchantId: number, rows: readonly OrderRow[]): Promise<void> {
  await bulkUpsert(tx, { table: 'orders', merchantId, key: ['order_id'], rows })
}

/** Returns orders with an id above `after`, by id. */
export async function listOrderInstants(
  tx: Tx,
  key: { merchantId: number; after: number; count: number },
): Promise<{ order_id: number; day: string; placed_at: Date | null }[]> {
  const found = await sql<{ order_id: number; day: string; placed_at: Date | null }>`
    select order_id, day, placed_at from orders
    where merchant_id = ${key.merchantId} and order_id > ${key.after}
    order by order_id limit ${key.count}
  `.execute(tx)
  return found.rows
}

/** Moves orders and their lines to other days. */
export async function moveOrders(
  tx: Tx,
  merchantId: number,
  moved: readonly { order_id: number; day: string }[],
): Promise<void> {
  const to = sql`unnest(${moved.map((row) => row.order_id)}::bigint[], ${moved.map((row) => row.day)}::date[])
    as to_day (order_id, day)`
  await sql`
    update orders o set day = to_day.day from ${to}
    where o.merchant_id = ${merchantId} and o.order_id = to_day.order_id
  `.execute(tx)
  await sql`
    update order_lines l set day = to_day.day from ${to}
    where l.merchant_id = ${merchantId} and l.order_id = to_day.order_id
  `.execute(tx)
}

export async function upsertLines(tx: Tx, merchantId: number, rows: readonly LineRow[]): Promise<void> {
  const key = ['order_id', 'line_id'] as const
  await bulkUpsert(tx, { table: 'order_lines', merchantId, key, rows })
}

/** Inserts lines of orders that have none. */
export async function insertLines(tx: Tx, merchantId: number, rows: readonly LineRow[]): Promise<void> {
  await bulkInsert(tx, { table: 'order_lines', merchantId, rows })
}
