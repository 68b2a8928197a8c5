import {
  MAX_AMOUNT_MINOR,
  type OrderOfProduct,
  type PurchaseOrderStatus,
  type SentOrderMail,
} from '@stockcast/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { containing } from '../../../kernel/database/search.ts'
import type { OrderRow } from './order-queries.ts'

export interface OrderFilter {
  merchantId: number
  search: string
  status: 'all' | 'open' | PurchaseOrderStatus
  supplierId?: number | undefined
  variantId?: number | undefined
  isLate?: boolean | undefined
  /** Only orders with smaller ids. */
  beforeId?: number | undefined
  /** In the shop's calendar. */
  today: string
}

export type ListedOrder = OrderRow & {
  supplier_name: string | null
  line_count: number
  unit_count: number
  remaining: number
  /** Remaining units that the store's stock or transfers already count. */
  seen: number
  goods_minor: number | null
  lines_without_cost: number
  is_late: boolean
  mail_status: SentOrderMail['status'] | null
}

/** Tests whether the alert that the order `o` is late is open, or a noted order was expected before today. */
export function isLate(today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(o.status in ('ordered', 'partly_received') and (
    (o.late_alert_at is not null and o.late_resolved_at is null) or (o.is_noted and o.expected_on < ${today}::date)))`
}

function fits(filter: OrderFilter): RawBuilder<SqlBool> {
  const pattern = containing(filter.search.toLowerCase())
  const conditions = [sql<SqlBool>`o.merchant_id = ${filter.merchantId}`]
  if (filter.status === 'open') conditions.push(sql<SqlBool>`o.status in ('ordered', 'partly_received')`)
  else if (filter.status !== 'all') conditions.push(sql<SqlBool>`o.status = ${filter.status}`)
  if (filter.supplierId !== undefined) conditions.push(sql<SqlBool>`o.supplier_id = ${filter.supplierId}`)
  if (filter.beforeId !== undefined) conditions.push(sql<SqlBool>`o.id < ${filter.beforeId}`)
  if (filter.isLate !== undefined)
    conditions.push(filter.isLate ? isLate(filter.today) : sql<SqlBool>`not ${isLate(filter.today)}`)
  if (filter.variantId !== undefined)
    conditions.push(sql<SqlBool>`exists (select from purchase_order_lines l
      where l.merchant_id = ${filter.merchantId} and l.order_id = o.id and l.variant_id = ${filter.variantId})`)
  if (filter.search !== '')
    conditions.push(sql<SqlBool>`(
      lower(o.written_number) like ${pattern}
      or lower(o.external_id) like ${pattern}
      or lower(coalesce(s.name, o.supplier_snapshot ->> 'name')) like ${pattern}
      or exists (select from purchase_order_lines l where l.merchant_id = ${filter.merchantId} and l.order_id = o.id
        and (lower(l.title) like ${pattern} or lower(l.sku) like ${pattern})))`)
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

const fromOrders = (merchantId: number) => sql`
  from purchase_orders o
  left join suppliers s on s.merchant_id = ${merchantId} and s.id = o.supplier_id`

export async function listOrderRows(
  tx: Tx,
  filter: OrderFilter,
  part: { limit: number; offset: number },
): Promise<ListedOrder[]> {
  const { rows } = await sql<ListedOrder>`
    select o.*, coalesce(o.supplier_snapshot ->> 'name', s.name) as supplier_name, ${isLate(filter.today)} as is_late,
      sums.*, (
        select m.status from purchase_order_mails m
        where m.merchant_id = ${filter.merchantId} and m.order_id = o.id order by m.id desc limit 1
      ) as mail_status
    ${fromOrders(filter.merchantId)}
    cross join lateral (
      select count(*)::integer as line_count, coalesce(sum(l.ordered_units), 0)::bigint as unit_count,
        coalesce(sum(l.remaining_units), 0)::bigint as remaining,
        coalesce(sum(least(l.seen_units, l.remaining_units)), 0)::bigint as seen,
        case when count(l.unit_cost_minor) > 0 then least(${MAX_AMOUNT_MINOR},
          sum(coalesce(l.confirmed_units, l.ordered_units)::bigint * l.unit_cost_minor))::bigint end as goods_minor,
        count(*) filter (where l.unit_cost_minor is null)::integer as lines_without_cost
      from purchase_order_lines l
      where l.merchant_id = ${filter.merchantId} and l.order_id = o.id
    ) sums
    where ${fits(filter)}
    order by o.id desc limit ${part.limit} offset ${part.offset}
  `.execute(tx)
  return rows
}

/** Returns one order as a row of the list, without its sums and its mail: they are 0 or null. */
export async function findOrderRow(
  tx: Tx,
  key: { merchantId: number; orderId: number; today: string },
): Promise<ListedOrder | undefined> {
  const { rows } = await sql<ListedOrder>`
    select o.*, coalesce(o.supplier_snapshot ->> 'name', s.name) as supplier_name, ${isLate(key.today)} as is_late,
      0 as line_count, 0 as unit_count, 0 as remaining, 0 as seen, null as goods_minor, 0 as lines_without_cost,
      null as mail_status
    ${fromOrders(key.merchantId)}
    where o.merchant_id = ${key.merchantId} and o.id = ${key.orderId}
  `.execute(tx)
  return rows[0]
}

export async function countOrders(tx: Tx, filter: OrderFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count ${fromOrders(filter.merchantId)} where ${fits(filter)}
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export async function countByStatus(
  tx: Tx,
  { merchantId, today }: { merchantId: number; today: string },
): Promise<{ status: PurchaseOrderStatus; count: number; late: number }[]> {
  const { rows } = await sql<{ status: PurchaseOrderStatus; count: number; late: number }>`
    select o.status, count(*) as count, count(*) filter (where ${isLate(today)}) as late
    from purchase_orders o where o.merchant_id = ${merchantId} group by o.status
  `.execute(tx)
  return rows
}

/** Returns the purchase orders of a product that are drafts or on their way, without noted ones, the earliest expected first. */
export async function listOrdersOfProduct(
  tx: Tx,
  { merchantId, variantId, today }: { merchantId: number; variantId: number; today: string },
): Promise<OrderOfProduct[]> {
  const { rows } = await sql<OrderOfProduct>`
    select o.id, o.written_number as number, o.status, coalesce(o.supplier_snapshot ->> 'name', s.name) as "supplierName",
      coalesce(l.confirmed_units, l.ordered_units) as units,
      case when o.status = 'draft' then l.ordered_units else greatest(0, l.remaining_units - l.seen_units) end as "unitsLeft",
      coalesce(l.expected_on, o.expected_on) as "expectedOn", ${isLate(today)} as "isLate"
    ${fromOrders(merchantId)}
    join purchase_order_lines l on l.merchant_id = ${merchantId} and l.order_id = o.id and l.variant_id = ${variantId}
    where o.merchant_id = ${merchantId} and not o.is_noted
      and (o.status = 'draft' or (o.status in ('ordered', 'partly_received') and l.remaining_units > l.seen_units))
    order by o.status = 'draft', 7, o.id
  `.execute(tx)
  return rows
}
