import { DEFAULT_LEAD_TIME_DAYS, NOT_IN_STORE_DAYS } from '@stockcast/contract'
import { sql } from 'kysely'
import { dayFromEpoch } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { isAmong } from '../../kernel/database/is-among.ts'
import type { TypedLeadTimes } from '../lead-times/arrival-days.ts'

/** A line with units that are still to come, or not yet in the stock. */
export interface OpenLine {
  id: number
  order_id: number
  variant_id: number
  is_noted: boolean
  remaining_units: number
  /** Remaining units that the store already counts, in its stock or as incoming. */
  seen_units: number
  /** Received units that the stock does not show yet. */
  awaited_units: number
  /** The awaited units that count: those that were received, or counted again, less than a week ago. */
  not_in_store: number
  /** The awaited units that were booked into the store. */
  booked_units: number
  /** Units that the store sold since the last update; only known of lines with awaited units. */
  sold_since: number
  /** Whether the store has a transfer or an order that is this line. */
  is_matched: boolean
  expected_on: string
  /** The stock at the last update; null before the first. */
  available_seen: number | null
  incoming_seen: number | null
}

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
    /** Whether somebody named its day; otherwise `expected_on` only sorts the lines. */
    is_dated: boolean
    /** Where it is delivered to. */
    location_id: number | null
  }

/** Returns the lines with units that are still to come, or not yet in the stock, the earliest first. */
export async function listOpenLines(
  tx: Tx,
  { merchantId, variantIds, today }: Selection,
): Promise<IncomingLine[]> {
  const { rows } = await sql<IncomingLine>`
    select l.id, l.order_id, l.variant_id, o.is_noted, l.seen_units, l.awaited_units, l.booked_units,
      l.available_seen, l.incoming_seen, case when l.awaited_units > 0 then ${awaitedSince({ merchantId, today, days: NOT_IN_STORE_DAYS })} else 0 end
        as not_in_store,
      case when l.awaited_units > 0 then ${soldSince(merchantId)} else 0 end as sold_since,
      exists (select from store_order_matches m where m.merchant_id = ${merchantId} and m.order_id = l.order_id
        and m.line_id = l.id and m.undone_at is null) as is_matched,
      o.number, o.supplier_id, o.location_id, o.ordered_on, o.external_id,
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
      and ${isAmong('l.variant_id', variantIds)}
    order by expected_on, o.id, l.id
  `.execute(tx)
  return rows
}

/**
 * Returns the awaited units of a line `l` that were received in the last `days` days. The store shows the oldest units first, so
 * the awaited units are the newest ones: at most as many of them count as were received in these days, or all of them if the
 * merchant had them counted again in these days. A variant whose stock is not tracked has none, as the store never shows them.
 */
export function awaitedSince({ merchantId, today, days }: Record<'merchantId' | 'today' | 'days', number>) {
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

/** Returns the units of the variant of a line `l` that customers ordered since its stock was last looked at. */
function soldSince(merchantId: number) {
  return sql<number>`(
    select coalesce(sum(s.units), 0)::integer
    from order_lines s
    join orders p on p.merchant_id = ${merchantId} and p.order_id = s.order_id
    where s.merchant_id = ${merchantId} and s.variant_id = l.variant_id and s.day >= l.stock_seen_at::date - 1
      and p.placed_at > l.stock_seen_at and p.is_counted)`
}
