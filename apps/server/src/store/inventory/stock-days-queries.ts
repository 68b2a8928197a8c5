import { type RawBuilder, sql } from 'kysely'
import type { DayKey, SomeVariants, Tx } from '../../kernel/database/app-database.ts'
import { isAmong } from '../../kernel/database/is-among.ts'

interface Days {
  merchantId: number
  since: string | RawBuilder<unknown>
  /** The last day. */
  until: string | RawBuilder<unknown>
  /** A condition on the rows `s` of `stock_daily`. */
  condition?: RawBuilder<unknown>
}

/**
 * Returns a subquery with one row for each variant and day from `since` to `until` whose closing stock is
 * known: `variant_id`, `day`, `closing_stock` and `incoming`.
 */
export function stockDays({ merchantId, since, until, condition = sql`true` }: Days): RawBuilder<unknown> {
  return sql`(
    select s.variant_id, greatest(s.day, (${since})::date) + n as day, s.closing_stock, s.incoming
    from stock_daily s
    cross join lateral generate_series(
      0, least(coalesce(s.last_day, s.day), (${until})::date) - greatest(s.day, (${since})::date)) as n
    where s.merchant_id = ${merchantId} and s.day <= (${until})::date
      and coalesce(s.last_day, s.day) >= (${since})::date and ${condition}
  )`
}

/**
 * Stores the units that are available now as the stock of `day`, with the incoming units; a later call for the same day
 * replaces them. `variantIds` null stands for all variants. A day that ends like the day before adds no row.
 */
export async function upsertStockOfDay(tx: Tx, key: SomeVariants & { day: string }): Promise<void> {
  const { merchantId, day, variantIds } = key
  await sql`
    with reading as materialized (
      select v.variant_id, to_units(sum(l.available)) as closing_stock, to_units(sum(l.incoming)) as incoming
      from variants v
      join stock_at_active_locations l on l.merchant_id = ${merchantId} and l.variant_id = v.variant_id
      where v.merchant_id = ${merchantId} and v.is_tracked and ${isAmong('v.variant_id', variantIds)}
      group by v.variant_id
    ), compared as materialized (
      select r.*, s.day as since, coalesce(s.last_day, s.day) as until,
        (s.closing_stock, s.incoming) is not distinct from (r.closing_stock, r.incoming)
          and not exists (select from stock_daily
            where merchant_id = ${merchantId} and variant_id = r.variant_id and day = ${day}::date) as is_same
      from reading r
      left join lateral (
        select day, last_day, closing_stock, incoming from stock_daily
        where merchant_id = ${merchantId} and variant_id = r.variant_id and day < ${day}::date
        order by day desc
        limit 1
      ) s on true
    ), ended as (
      update stock_daily s set last_day = case when c.is_same then ${day}::date else ${day}::date - 1 end
      from compared c
      where s.merchant_id = ${merchantId} and s.variant_id = c.variant_id and s.day = c.since
        and case when c.is_same then c.until = ${day}::date - 1 else c.until >= ${day}::date end
    )
    insert into stock_daily (merchant_id, variant_id, day, closing_stock, incoming)
    select ${merchantId}, variant_id, ${day}::date, closing_stock, incoming
    from compared
    where (is_same and until >= ${day}::date - 1) is not true
    order by variant_id
    on conflict (merchant_id, variant_id, day) do update
      set closing_stock = excluded.closing_stock, incoming = excluded.incoming
      where (stock_daily.closing_stock, stock_daily.incoming)
        is distinct from (excluded.closing_stock, excluded.incoming)
  `.execute(tx)
}

/**
 * Extends the closing stock of each known day over the following days, up to yesterday, for which nothing was stored. `since`
 * limits how far back it searches.
 */
export async function carryStock(tx: Tx, key: DayKey & { since: string }): Promise<void> {
  const { merchantId, today, since } = key
  await sql`
    with known as (
      select variant_id, day, coalesce(last_day, day) as until,
        lead(day) over (partition by variant_id order by day) - 1 as until_next
      from stock_daily
      where merchant_id = ${merchantId} and coalesce(last_day, day) >= ${since}::date and day <= ${today}::date
    )
    update stock_daily s set last_day = coalesce(k.until_next, ${today}::date - 1)
    from known k
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = k.variant_id
    where s.merchant_id = ${merchantId} and s.variant_id = k.variant_id and s.day = k.day
      and (k.until > k.until_next or v.is_tracked and k.until < coalesce(k.until_next, ${today}::date - 1))
  `.execute(tx)
}
