import { DEFAULT_LEAD_TIME_DAYS, NOT_IN_STORE_DAYS } from '@stockcast/contract'
import { sql } from 'kysely'
import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { bulkInsert } from '../../../kernel/database/bulk-upsert.ts'
import type { TypedLeadTimes } from '../../../planning/lead-times/index.ts'
import type { FollowedLine, OpenLine } from './follow-lines.ts'

export interface Selection {
  merchantId: number
  /** null for every variant. */
  variantIds: readonly number[] | null
  /** Epoch day in the shop's time zone. */
  today: number
}

/** An open line with what its day of arrival follows from. */
export type IncomingLine = OpenLine &
  TypedLeadTimes & {
    number: number
    supplier_id: number | null
    ordered_on: string | null
    /** The transfer or order of the store that this order is, if that is known. */
    external_id: string | null
    /** Whether somebody named its day; otherwise `expected_on` is only for the order of lines. */
    is_dated: boolean
  }

/** Returns the lines with units that are still to come, or not yet in the stock, the earliest first. */
export async function listOpenLines(
  tx: Tx,
  { merchantId, variantIds, today }: Selection,
): Promise<IncomingLine[]> {
  const isAsked = variantIds === null ? sql`true` : sql`l.variant_id = any(${variantIds})`
  const { rows } = await sql<IncomingLine>`
    select l.id, l.order_id, l.variant_id, o.is_noted, l.seen_units, l.awaited_units, l.booked_units,
      l.available_seen, l.incoming_seen, case when l.awaited_units > 0 then ${awaitedSince({ merchantId, today, days: NOT_IN_STORE_DAYS })} else 0 end
        as not_in_store,
      case when l.awaited_units > 0 then ${soldSince(merchantId)} else 0 end as sold_since,
      exists (select from store_order_matches m where m.merchant_id = ${merchantId} and m.order_id = l.order_id
        and m.line_id = l.id and m.undone_at is null) as is_matched,
      o.number, o.supplier_id, o.ordered_on, o.external_id,
      case when o.status in ('ordered', 'partly_received') then l.remaining_units else 0 end as remaining_units,
      coalesce(l.expected_on, o.expected_on) is not null as is_dated,
      coalesce(l.expected_on, o.expected_on, o.ordered_on + ${DEFAULT_LEAD_TIME_DAYS}::integer) as expected_on,
      i.lead_time_days as "itemDays", v.lead_time_days as "variantDays"
    from purchase_order_lines l
    join purchase_orders o on o.merchant_id = ${merchantId} and o.id = l.order_id
    left join supplier_variants i on i.merchant_id = ${merchantId} and i.supplier_id = o.supplier_id
      and i.variant_id = l.variant_id
    left join variant_overrides v on v.merchant_id = ${merchantId} and v.variant_id = l.variant_id
    where l.merchant_id = ${merchantId} and (l.remaining_units > 0 or l.awaited_units > 0)
      and (o.status in ('ordered', 'partly_received') or l.awaited_units > 0) and o.ordered_on is not null
      and ${isAsked}
    order by expected_on, o.id, l.id
  `.execute(tx)
  return rows
}

/**
 * The awaited units of a line `l` that were received in these last days. The store shows the oldest first, so they are the
 * newest: at most as many as came, or all of them for as many days after the merchant had them counted again. A store that
 * does not track the stock never shows any.
 */
export function awaitedSince({
  merchantId,
  today,
  days,
}: {
  merchantId: number
  today: number
  days: number
}) {
  const since = dayFromEpoch(today - days)
  return sql<number>`case
    when not exists (select from variants v where v.merchant_id = ${merchantId} and v.variant_id = l.variant_id
      and v.is_tracked) then 0
    when l.counted_again_on > ${since} then l.awaited_units
    else least(l.awaited_units, (
      select coalesce(sum(a.accepted_units), 0)::integer
      from receipts r
      join receipt_lines a on a.merchant_id = ${merchantId} and a.receipt_id = r.id and a.line_id = l.id
      where r.merchant_id = ${merchantId} and r.order_id = l.order_id and r.received_on > ${since} and r.reverses is null
        and not exists (select from receipts u where u.merchant_id = ${merchantId} and u.reverses = r.id)))
    end`
}

/** Units of a line `l` that customers ordered since its stock was last looked at. */
function soldSince(merchantId: number) {
  return sql<number>`(
    select coalesce(sum(s.units), 0)::integer
    from order_lines s
    join orders p on p.merchant_id = ${merchantId} and p.order_id = s.order_id
    where s.merchant_id = ${merchantId} and s.variant_id = l.variant_id and s.day >= l.stock_seen_at::date - 1
      and p.placed_at > l.stock_seen_at and p.is_counted)`
}

/** Stores what `followLines` found. */
export async function saveFollowedLines(
  tx: Tx,
  { merchantId, lines, at }: { merchantId: number; lines: readonly FollowedLine[]; at: Date },
): Promise<void> {
  if (lines.length === 0) return
  await sql`
    update purchase_order_lines l set seen_units = new.seen, awaited_units = new.awaited, booked_units = new.booked,
      stock_seen_at = ${at}, available_seen = new.available, incoming_seen = new.incoming
    from unnest(${lines.map((line) => line.order_id)}::bigint[], ${lines.map((line) => line.id)}::bigint[],
      ${lines.map((line) => line.seen_units)}::integer[], ${lines.map((line) => line.awaited_units)}::integer[],
      ${lines.map((line) => line.booked_units)}::integer[],
      ${lines.map((line) => line.available_seen)}::integer[], ${lines.map((line) => line.incoming_seen)}::integer[]
    ) as new (order_id, id, seen, awaited, booked, available, incoming)
    where l.merchant_id = ${merchantId} and l.order_id = new.order_id and l.id = new.id
  `.execute(tx)
}

/** Ends noted orders: those that arrived are received, with a receipt, and the overdue ones are closed. */
export async function endNotedOrders(
  tx: Tx,
  args: { merchantId: number; at: Date; today: string; lines: readonly FollowedLine<IncomingLine>[] },
): Promise<void> {
  const { merchantId, at, today } = args
  const ended = (closed: FollowedLine['closed']) => args.lines.filter((line) => line.closed === closed)
  const arrived = ended('arrived').map((line) => line.order_id)
  if (arrived.length > 0) {
    await bulkInsert(tx, {
      table: 'receipts',
      merchantId,
      generatedKey: ['id'],
      columns: {
        order_id: 'bigint',
        received_on: 'date',
        recorded_at: 'timestamptz',
        idempotency_key: 'text',
      },
      rows: ended('arrived').map(({ order_id, ordered_on }) => ({
        order_id,
        received_on: ordered_on !== null && ordered_on > today ? ordered_on : today,
        recorded_at: at,
        idempotency_key: `stock/${order_id}`,
      })),
    })
    await sql`
      insert into receipt_lines (merchant_id, receipt_id, line_id, accepted_units)
      select r.merchant_id, r.id, l.id, l.remaining_units
      from receipts r
      join purchase_order_lines l on l.merchant_id = r.merchant_id and l.order_id = r.order_id
      where r.merchant_id = ${merchantId} and l.merchant_id = ${merchantId} and r.order_id = any(${arrived})
        and r.idempotency_key = 'stock/' || r.order_id and l.remaining_units > 0
    `.execute(tx)
    await sql`
      update purchase_order_lines set received_units = received_units + remaining_units, seen_units = 0
      where merchant_id = ${merchantId} and order_id = any(${arrived})
    `.execute(tx)
  }
  const overdue = ended('overdue').map((line) => line.order_id)
  if (overdue.length > 0) {
    await sql`
      update purchase_order_lines set cancelled_units = cancelled_units + remaining_units, seen_units = 0
      where merchant_id = ${merchantId} and order_id = any(${overdue})
    `.execute(tx)
  }
  if (arrived.length + overdue.length > 0) {
    await sql`
      update purchase_orders set closed_at = ${at}, updated_at = ${at}, version = version + 1,
        status = case when id = any(${arrived}) then 'received' else 'closed' end,
        closed_because = case when id = any(${arrived}) then 'arrived' else 'overdue' end
      where merchant_id = ${merchantId} and id = any(${[...arrived, ...overdue]})
    `.execute(tx)
  }
}
