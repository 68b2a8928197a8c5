import type { OpenOrder } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import type { Selection, VariantKey } from './queries.ts'

export interface OrderToFollow {
  id: number
  variant_id: number
  units_left: number
  expected_on: string
  available_seen: number
  incoming_seen: number
}

/** Returns the open orders, the earliest first. */
export async function listOrdersToFollow(
  tx: Tx,
  { merchantId, variantIds }: Selection,
): Promise<OrderToFollow[]> {
  let query = tx
    .selectFrom('open_orders')
    .select(['id', 'variant_id', 'units_left', 'expected_on', 'available_seen', 'incoming_seen'])
    .where('merchant_id', '=', merchantId)
    .where('closed_at', 'is', null)
  if (variantIds !== null) query = query.where((e) => e('variant_id', '=', e.fn.any(e.val([...variantIds]))))
  return query.orderBy('expected_on').orderBy('id').execute()
}

export async function listOpenOrders(tx: Tx, { merchantId, variantId }: VariantKey): Promise<OpenOrder[]> {
  const rows = await tx
    .selectFrom('open_orders')
    .select(['id', 'variant_id', 'units', 'units_left', 'expected_on', 'recorded_at'])
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '=', variantId)
    .where('closed_at', 'is', null)
    .orderBy('expected_on')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    variantId: row.variant_id,
    units: row.units,
    unitsLeft: row.units_left,
    expectedOn: row.expected_on,
    recordedAt: row.recorded_at.toISOString(),
  }))
}

export async function countOpenOrders(tx: Tx, { merchantId, variantId }: VariantKey): Promise<number> {
  const row = await tx
    .selectFrom('open_orders')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '=', variantId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.count
}

export async function insertOrder(
  tx: Tx,
  order: VariantKey & { units: number; expectedOn: string; at: Date; available: number; incoming: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('open_orders')
    .values({
      merchant_id: order.merchantId,
      variant_id: order.variantId,
      units: order.units,
      units_left: order.units,
      expected_on: order.expectedOn,
      recorded_at: order.at,
      available_seen: order.available,
      incoming_seen: order.incoming,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Closes an open order and returns when it was stored; undefined when there is no such open order. */
export async function removeOrder(
  tx: Tx,
  { merchantId, variantId, orderId, at }: VariantKey & { orderId: number; at: Date },
): Promise<Date | undefined> {
  const row = await tx
    .updateTable('open_orders')
    .set({ closed_at: at, closed_because: 'removed' })
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '=', variantId)
    .where('id', '=', orderId)
    .where('closed_at', 'is', null)
    .returning('recorded_at')
    .executeTakeFirst()
  return row?.recorded_at
}

export interface FollowedOrder extends OrderToFollow {
  closed: 'arrived' | 'overdue' | null
}

export async function saveFollowedOrders(
  tx: Tx,
  { merchantId, at, orders }: { merchantId: number; at: Date; orders: readonly FollowedOrder[] },
): Promise<void> {
  if (orders.length === 0) return
  await sql`
    update open_orders set units_left = seen.units_left, available_seen = seen.available, incoming_seen = seen.incoming,
      closed_because = seen.closed, closed_at = case when seen.closed is null then null else ${at}::timestamptz end
    from unnest(${orders.map((o) => o.id)}::bigint[], ${orders.map((o) => o.units_left)}::integer[],
      ${orders.map((o) => o.available_seen)}::integer[], ${orders.map((o) => o.incoming_seen)}::integer[],
      ${orders.map((o) => o.closed)}::text[]) as seen (id, units_left, available, incoming, closed)
    where open_orders.merchant_id = ${merchantId} and open_orders.id = seen.id
  `.execute(tx)
}

/** Returns the recommended quantity and the product's own settings. */
export async function findOrderAdvice(
  tx: Tx,
  { merchantId, variantId }: VariantKey,
): Promise<{ orderQuantity: number | null; safetyStock: number | null; leadTimeDays: number | null }> {
  const row = await tx
    .selectFrom('stock_projections as projection')
    .leftJoin('variant_overrides as own', (join) =>
      join.onRef('own.variant_id', '=', 'projection.variant_id').on('own.merchant_id', '=', merchantId),
    )
    .select(['projection.order_quantity', 'own.safety_stock', 'own.lead_time_days'])
    .where('projection.merchant_id', '=', merchantId)
    .where('projection.variant_id', '=', variantId)
    .executeTakeFirst()
  return {
    orderQuantity: row?.order_quantity ?? null,
    safetyStock: row?.safety_stock ?? null,
    leadTimeDays: row?.lead_time_days ?? null,
  }
}
