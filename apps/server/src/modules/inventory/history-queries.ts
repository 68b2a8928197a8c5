import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'

/**
 * Stores the sellable units of this moment as the stock of `day`, with the incoming units, until a later call
 * for that day replaces it; for these variants, or for all with null.
 */
export async function upsertStockOfDay(
  tx: Tx,
  key: { merchantId: number; day: string; variantIds: readonly number[] | null },
): Promise<void> {
  const { merchantId, day, variantIds } = key
  const isAsked = variantIds === null ? sql`true` : sql`v.variant_id = any(${variantIds}::bigint[])`
  await sql`
    insert into stock_daily (merchant_id, variant_id, day, closing_stock, incoming)
    select ${merchantId}, v.variant_id, ${day}::date, to_units(sum(l.available)), to_units(sum(l.incoming))
    from variants v
    join inventory_levels l on l.merchant_id = ${merchantId} and l.variant_id = v.variant_id
    join locations p on p.merchant_id = ${merchantId} and p.location_id = l.location_id and p.is_active
    where v.merchant_id = ${merchantId} and v.is_tracked and ${isAsked}
    group by v.variant_id
    order by v.variant_id
    on conflict (merchant_id, variant_id, day) do update
      set closing_stock = excluded.closing_stock, incoming = excluded.incoming
  `.execute(tx)
}

/**
 * Fills the days before `today` for which nothing was stored with the closing stock of the last known day
 * before. `since` limits how far back it searches.
 */
export async function carryStock(
  tx: Tx,
  key: { merchantId: number; today: string; since: string },
): Promise<void> {
  const { merchantId, today, since } = key
  await sql`
    with known as (
      select variant_id, day, closing_stock, incoming, lead(day) over (partition by variant_id order by day) as next_day
      from stock_daily
      where merchant_id = ${merchantId} and day >= ${since} and day <= ${today}
    )
    insert into stock_daily (merchant_id, variant_id, day, closing_stock, incoming)
    select ${merchantId}::bigint, k.variant_id, k.day + n, k.closing_stock, k.incoming
    from known k
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = k.variant_id and v.is_tracked
    cross join lateral generate_series(1, coalesce(k.next_day, ${today}::date) - k.day - 1) as n
    on conflict (merchant_id, variant_id, day) do nothing
  `.execute(tx)
}
