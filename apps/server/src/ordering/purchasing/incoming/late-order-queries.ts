import { sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'

/** Units of an order that are expected on one day and have not come yet. */
export interface WaitingUnits {
  orderId: number
  supplierId: number | null
  orderedOn: string
  isConfirmed: boolean
  /** Whether an alert was ever opened for the order, and whether it is open. */
  hadAlert: boolean
  isLate: boolean
  expectedOn: string | null
  /** False if nothing of the order is still to come. */
  isWaiting: boolean
}

/**
 * Returns what is still to come of orders with these variants, or of all orders for null: of those that may have become
 * late, and of those whose alert is open. Units that the store already counts have come. Noted orders are left out,
 * because they end by themselves.
 */
export async function listWaitingUnits(
  tx: Tx,
  args: { merchantId: number; variantIds: readonly number[] | null; today: string },
): Promise<WaitingUnits[]> {
  const { merchantId, variantIds, today } = args
  const hasVariant =
    variantIds === null
      ? sql`true`
      : sql`exists (select from purchase_order_lines asked where asked.merchant_id = ${merchantId}
          and asked.order_id = o.id and asked.variant_id = any(${variantIds}::bigint[]))`
  const { rows } = await sql<WaitingUnits>`
    with asked as (
      select o.id from purchase_orders o
      where o.merchant_id = ${merchantId} and o.status in ('ordered', 'partly_received') and not o.is_noted
        and exists (
          select from purchase_order_lines l
          where l.merchant_id = ${merchantId} and l.order_id = o.id and l.remaining_units > l.seen_units
            and coalesce(l.expected_on, o.expected_on, o.ordered_on) < ${today}::date)
        and ${hasVariant}
      union
      select o.id from purchase_orders o
      where o.merchant_id = ${merchantId} and o.late_alert_at is not null and o.late_resolved_at is null and ${hasVariant}
    )
    select distinct o.id as "orderId", o.supplier_id as "supplierId", o.ordered_on as "orderedOn",
      o.is_confirmed as "isConfirmed", o.late_alert_at is not null as "hadAlert",
      o.late_alert_at is not null and o.late_resolved_at is null as "isLate",
      coalesce(l.expected_on, o.expected_on) as "expectedOn", l.id is not null as "isWaiting"
    from purchase_orders o
    left join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
      and l.remaining_units > l.seen_units and o.status in ('ordered', 'partly_received')
    where o.merchant_id = ${merchantId} and o.id in (select id from asked) and o.ordered_on is not null
    order by o.id, "expectedOn"
  `.execute(tx)
  return rows
}

/** Opens the alerts of these orders, or opens them again if the orders were late before. */
export async function openLateAlerts(
  tx: Tx,
  args: { merchantId: number; at: Date; orders: readonly { orderId: number; lateAfter: string }[] },
): Promise<void> {
  const { merchantId, at, orders } = args
  if (orders.length === 0) return
  await sql`
    update purchase_orders o
    set late_alert_at = coalesce(o.late_alert_at, ${at}::timestamptz), late_after = new.late_after, late_resolved_at = null,
      late_resolved_because = null
    from unnest(${orders.map(({ orderId }) => orderId)}::bigint[], ${orders.map(({ lateAfter }) => lateAfter)}::date[])
      as new (id, late_after)
    where o.merchant_id = ${merchantId} and o.id = new.id
  `.execute(tx)
}

/** Resolves the alerts of orders that are no longer late: they arrived, ended, or have another expected day. */
export async function resolveLateAlerts(
  tx: Tx,
  { merchantId, at, orderIds }: { merchantId: number; at: Date; orderIds: readonly number[] },
): Promise<void> {
  if (orderIds.length === 0) return
  await sql`
    update purchase_orders o
    set late_resolved_at = ${at}::timestamptz, late_resolved_because = case
      when o.status in ('closed', 'cancelled') then 'ended'
      when exists (select from purchase_order_lines l where l.merchant_id = ${merchantId} and l.order_id = o.id
        and l.remaining_units > l.seen_units) then 'new_day'
      else 'arrived' end
    where o.merchant_id = ${merchantId} and o.id = any(${orderIds}::bigint[])
  `.execute(tx)
}
