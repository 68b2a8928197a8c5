import { sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'

export interface LateOrder {
  id: number
  number: number
  supplier_name: string | null
  /** Units that are late, and the day on which the first of them were expected. */
  units: number
  expected_on: string
}

/**
 * Notes the orders that are late for the first time and returns them. An order is late when units that the store does not
 * count yet were expected before today; noted orders end by themselves.
 */
export async function takeLateOrders(
  tx: Tx,
  { merchantId, today, at }: { merchantId: number; today: string; at: Date },
): Promise<LateOrder[]> {
  const { rows } = await sql<LateOrder>`
    with late as (
      select o.id, sum(l.remaining_units - l.seen_units)::bigint as units,
        min(coalesce(l.expected_on, o.expected_on)) as expected_on
      from purchase_orders o
      join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
      where o.merchant_id = ${merchantId} and o.status in ('ordered', 'partly_received') and not o.is_noted
        and o.late_alert_at is null and l.remaining_units > l.seen_units
        and coalesce(l.expected_on, o.expected_on) < ${today}::date
      group by o.id
    )
    update purchase_orders o set late_alert_at = ${at}
    from late
    where o.merchant_id = ${merchantId} and o.id = late.id
    returning o.id, o.number, o.supplier_snapshot ->> 'name' as supplier_name, late.units, late.expected_on
  `.execute(tx)
  return rows.toSorted((a, b) => a.id - b.id)
}
