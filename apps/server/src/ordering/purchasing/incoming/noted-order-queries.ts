import type { OpenOrder } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'

export interface VariantKey {
  merchantId: number
  variantId: number
}

/** Returns the noted orders of a product that are still to come, the earliest first. */
export async function listNotedOrders(tx: Tx, { merchantId, variantId }: VariantKey): Promise<OpenOrder[]> {
  const rows = await tx
    .selectFrom('purchase_orders as o')
    .innerJoin('purchase_order_lines as l', (join) =>
      join.onRef('l.order_id', '=', 'o.id').on('l.merchant_id', '=', merchantId),
    )
    .select(['o.id', 'l.ordered_units', 'l.remaining_units', 'l.seen_units', 'o.expected_on', 'o.created_at'])
    .where('o.merchant_id', '=', merchantId)
    .where('l.variant_id', '=', variantId)
    .where('o.is_noted', '=', true)
    .where('o.status', 'in', ['ordered', 'partly_received'])
    .orderBy('o.expected_on')
    .orderBy('o.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    variantId,
    units: row.ordered_units,
    unitsLeft: Math.max(0, row.remaining_units - row.seen_units),
    expectedOn: row.expected_on ?? '',
    recordedAt: row.created_at.toISOString(),
  }))
}

export async function countNotedOrders(tx: Tx, { merchantId, variantId }: VariantKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from purchase_orders o
    join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
    where o.merchant_id = ${merchantId} and l.variant_id = ${variantId} and o.is_noted
      and o.status in ('ordered', 'partly_received')
  `.execute(tx)
  return rows[0]?.count ?? 0
}

/** Cancels a noted order and returns when it was recorded; undefined when there is no such open order. */
export async function removeNotedOrder(
  tx: Tx,
  { merchantId, variantId, orderId, at }: VariantKey & { orderId: number; at: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ created_at: Date }>`
    update purchase_orders o set status = 'cancelled', closed_at = ${at}, closed_because = 'removed', updated_at = ${at},
      version = o.version + 1
    from purchase_order_lines l
    where o.merchant_id = ${merchantId} and o.id = ${orderId} and o.is_noted and o.status = 'ordered'
      and l.merchant_id = ${merchantId} and l.order_id = o.id and l.variant_id = ${variantId}
    returning o.created_at
  `.execute(tx)
  const [removed] = rows
  if (!removed) return undefined
  await sql`
    update purchase_order_lines set cancelled_units = cancelled_units + remaining_units, seen_units = 0
    where merchant_id = ${merchantId} and order_id = ${orderId}
  `.execute(tx)
  return removed.created_at
}
