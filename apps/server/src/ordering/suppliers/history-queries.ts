import type { SupplierRow } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { isLate } from '../purchasing/orders/list-queries.ts'

interface Selection {
  merchantId: number
  supplierIds: readonly number[]
  today: string
  /** Days back from today. */
  days: number
}

/** Units of one order that were accepted on one day; corrections are below zero. */
export interface AcceptedDay {
  supplierId: number
  orderId: number
  number: string
  orderedOn: string
  day: string
  units: number
}

/**
 * Returns what was accepted of the orders of the last days, by order and day. A receipt that undoes another one counts on
 * the day of that one. Orders that were only noted have no receipts.
 */
export async function listAcceptedDays(tx: Tx, selection: Selection): Promise<AcceptedDay[]> {
  const { merchantId, supplierIds, today, days } = selection
  const { rows } = await sql<AcceptedDay>`
    select o.supplier_id as "supplierId", o.id as "orderId", o.written_number as number, o.ordered_on as "orderedOn",
      coalesce(u.received_on, r.received_on) as day, sum(l.accepted_units) as units
    from purchase_orders o
    join receipts r on r.merchant_id = ${merchantId} and r.order_id = o.id
    left join receipts u on u.merchant_id = ${merchantId} and u.id = r.reverses
    join receipt_lines l on l.merchant_id = ${merchantId} and l.receipt_id = r.id
    where o.merchant_id = ${merchantId} and o.supplier_id = any(${supplierIds}::bigint[])
      and o.ordered_on >= ${today}::date - ${days}::integer and not o.is_noted and o.status <> 'cancelled'
    group by 1, 2, 3, 4, 5
    order by o.ordered_on desc, o.id desc, 5
  `.execute(tx)
  return rows
}

export type OrderCounts = Pick<SupplierRow, 'openOrders' | 'lateOrders' | 'finishedOrders'>

/** Returns how many orders at each supplier are open, of these late, and finished. */
export async function countOrders(
  tx: Tx,
  selection: Pick<Selection, 'merchantId' | 'supplierIds' | 'today'>,
): Promise<Map<number, OrderCounts>> {
  const { merchantId, supplierIds, today } = selection
  const { rows } = await sql<OrderCounts & { supplierId: number }>`
    select o.supplier_id as "supplierId",
      count(*) filter (where o.status in ('ordered', 'partly_received')) as "openOrders",
      count(*) filter (where ${isLate(today)}) as "lateOrders",
      count(*) filter (where o.status in ('received', 'closed')) as "finishedOrders"
    from purchase_orders o
    where o.merchant_id = ${merchantId} and o.supplier_id = any(${supplierIds}::bigint[])
    group by o.supplier_id
  `.execute(tx)
  return new Map(rows.map(({ supplierId, ...counts }) => [supplierId, counts]))
}

export interface ScoreSums {
  supplierId: number
  /** Orders with at least one line that is finished. */
  orders: number
  unitsDue: number
  unitsOnTime: number
  unitsFinished: number
  unitsAccepted: number
  rejected: number
  received: number
  lateUnits: number
  /** Null if a late unit has no cost, or one in another currency. */
  lateValueMinor: number | null
}

/**
 * Sums the orders of the last days by supplier. A line is due on its own day, otherwise on the order's. Units that were
 * not accepted by then are not on time, whether they came later or never. Units beyond those confirmed, or else ordered,
 * do not make up for others. A line is finished when nothing more of it is to come, or its day has passed and the list of
 * orders calls its order late. Noted orders have no receipts, so that they count as late alone.
 */
export async function sumScores(tx: Tx, selection: Selection): Promise<ScoreSums[]> {
  const { merchantId, supplierIds, today, days } = selection
  const { rows } = await sql<ScoreSums>`
    with lines as (
      select o.supplier_id, o.id as order_id, o.status, o.currency, l.id, l.unit_cost_minor, l.remaining_units,
        l.received_units, l.rejected_units, coalesce(l.confirmed_units, l.ordered_units) as units,
        l.seen_units, coalesce(l.expected_on, o.expected_on) as due_on, not o.is_noted as is_own,
        o.ordered_on > ${today}::date - ${days}::integer as is_recent, ${isLate(today)} as is_late_order
      from purchase_orders o
      join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id
      where o.merchant_id = ${merchantId} and o.supplier_id = any(${supplierIds}::bigint[])
        and o.status not in ('draft', 'cancelled')
        and (o.ordered_on > ${today}::date - ${days}::integer or o.status in ('ordered', 'partly_received'))
    ), accepted as (
      select l.line_id, r.order_id, sum(l.accepted_units) as units
      from receipts r
      left join receipts u on u.merchant_id = ${merchantId} and u.id = r.reverses
      join receipt_lines l on l.merchant_id = ${merchantId} and l.receipt_id = r.id
      join lines on lines.order_id = r.order_id and lines.id = l.line_id
        and coalesce(u.received_on, r.received_on) <= lines.due_on
      where r.merchant_id = ${merchantId}
      group by l.line_id, r.order_id
    ), measured as (
      select l.*, least(l.units, greatest(0, coalesce(a.units, 0))) as on_time,
        l.is_own and l.is_recent as is_measured,
        l.is_own and l.is_recent and (l.remaining_units = 0 or l.status in ('received', 'closed')
          or (l.is_late_order and l.due_on < ${today}::date)) as is_finished,
        case when l.is_late_order and coalesce(l.due_on < ${today}::date, true)
          then greatest(0, l.remaining_units - l.seen_units) else 0 end as late_units
      from lines l
      left join accepted a on a.line_id = l.id and a.order_id = l.order_id
    )
    select m.supplier_id as "supplierId",
      count(distinct m.order_id) filter (where m.is_finished) as orders,
      coalesce(sum(m.units) filter (where m.is_finished and m.due_on is not null), 0) as "unitsDue",
      coalesce(sum(m.on_time) filter (where m.is_finished and m.due_on is not null), 0) as "unitsOnTime",
      coalesce(sum(m.units) filter (where m.is_finished), 0) as "unitsFinished",
      coalesce(sum(least(m.units, m.received_units)) filter (where m.is_finished), 0) as "unitsAccepted",
      coalesce(sum(m.rejected_units) filter (where m.is_measured), 0) as rejected,
      coalesce(sum(m.received_units + m.rejected_units) filter (where m.is_measured), 0) as received,
      coalesce(sum(m.late_units), 0) as "lateUnits",
      case when bool_or(m.late_units > 0 and (m.unit_cost_minor is null or m.currency <> s.currency)) then null
        else coalesce(sum(m.late_units * m.unit_cost_minor), 0) end as "lateValueMinor"
    from measured m
    join suppliers s on s.merchant_id = ${merchantId} and s.id = m.supplier_id
    group by m.supplier_id
  `.execute(tx)
  return rows
}
