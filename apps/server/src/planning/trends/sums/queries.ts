import { FORECAST_HORIZONS } from '@stockcast/contract'
import { sql } from 'kysely'
import type { DayKey, SomeVariants, Tx } from '../../../kernel/database/app-database.ts'
import { isAmong } from '../../../kernel/database/is-among.ts'
import { stockDays } from '../../../store/index.ts'
import { expectedLostSalesWithin, onSale } from '../../catalog/totals/queries.ts'

/** The whole shop's figures for one day. Stock counts cover variants on sale with tracked stock. */
export interface DaySums {
  day: string
  unitsSold: number
  unitsFromStock: number
  /** null when no closing stock of the day is known. */
  closingStock: number | null
  variantsKnown: number | null
  variantsOutOfStock: number | null
}

/**
 * Sums sales and closing stock of these days, given in order, one element per day. The products on sale are
 * hashed, not joined, which stays fast while the planner has no statistics.
 */
export async function sumDays(
  tx: Tx,
  key: { merchantId: number; days: readonly string[] },
): Promise<DaySums[]> {
  const { merchantId, days } = key
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined) return []
  const isToBeSummed = sql`day between ${first}::date and ${last}::date and day = any(${days}::date[])`
  const { rows } = await sql<DaySums>`
    with on_sale as materialized (${onSale(merchantId)}),
    sold as (
      select day, to_units(sum(units_sold)) as units,
        to_units(coalesce(sum(units_sold) filter (where variant_id in (select variant_id from on_sale)), 0)) as from_stock
      from sales_daily where merchant_id = ${merchantId} and ${isToBeSummed}
      group by day
    ), stock as (
      select day, sum(greatest(closing_stock, 0)) as closing, count(*) as known,
        count(*) filter (where closing_stock <= 0 and not sells_without_stock) as out_of_stock
      from (
        select day, closing_stock, variant_id in (select variant_id from on_sale) as is_on_sale,
          variant_id in (select variant_id from on_sale where sells_without_stock) as sells_without_stock
        from ${stockDays({ merchantId, since: first, until: last! })} d where day = any(${days}::date[])
      ) t
      where is_on_sale
      group by day
    )
    select asked.day::date as day, coalesce(sold.units, 0) as "unitsSold",
      coalesce(sold.from_stock, 0) as "unitsFromStock", stock.closing as "closingStock",
      stock.known as "variantsKnown", stock.out_of_stock as "variantsOutOfStock"
    from unnest(${days}::date[]) as asked (day)
    left join sold on sold.day = asked.day
    left join stock on stock.day = asked.day
    order by asked.day
  `.execute(tx)
  return rows
}

/** Deletes the marks of days before `today` and returns those days. */
export async function takeStaleDays(tx: Tx, key: { merchantId: number; today: string }): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    delete from stale_days where merchant_id = ${key.merchantId} and day < ${key.today} returning day
  `.execute(tx)
  return rows.map((row) => row.day)
}

export async function listSummedDays(tx: Tx, key: { merchantId: number; since: string }): Promise<string[]> {
  const rows = await tx
    .selectFrom('shop_days')
    .select('day')
    .where('merchant_id', '=', key.merchantId)
    .where('day', '>=', key.since)
    .where('units_sold', 'is not', null)
    .execute()
  return rows.map((row) => row.day)
}

export async function saveDaySums(
  tx: Tx,
  args: { merchantId: number; sums: readonly DaySums[] },
): Promise<void> {
  const column = <T>(pick: (sums: DaySums) => T) => args.sums.map(pick)
  await sql`
    insert into shop_days as known (
      merchant_id, day, units_sold, units_from_stock, closing_stock, variants_known, variants_out_of_stock)
    select ${args.merchantId}::bigint, derived.* from unnest(
      ${column((s) => s.day)}::date[], ${column((s) => s.unitsSold)}::integer[],
      ${column((s) => s.unitsFromStock)}::integer[], ${column((s) => s.closingStock)}::bigint[],
      ${column((s) => s.variantsKnown)}::integer[], ${column((s) => s.variantsOutOfStock)}::integer[]
    ) as derived
    on conflict (merchant_id, day) do update set
      units_sold = excluded.units_sold, units_from_stock = excluded.units_from_stock,
      closing_stock = excluded.closing_stock, variants_known = excluded.variants_known,
      variants_out_of_stock = excluded.variants_out_of_stock
  `.execute(tx)
}

/** Stores the shop's expected lost sales as of today; nothing when no variant has a value. */
export async function saveExpectedLostSales(tx: Tx, key: DayKey): Promise<void> {
  const sums = sql.join(FORECAST_HORIZONS.map((days) => sql`sum(${expectedLostSalesWithin(days)})`))
  await sql`
    insert into shop_days (merchant_id, day, expected_lost_sales)
    select ${key.merchantId}::bigint, ${key.today}::date, array[${sums}]::real[]
    from stock_projections
    where merchant_id = ${key.merchantId} and ${expectedLostSalesWithin(FORECAST_HORIZONS[0])} is not null
    having count(*) > 0
    on conflict (merchant_id, day) do update set expected_lost_sales = excluded.expected_lost_sales
  `.execute(tx)
}

/**
 * Sums the sales and the stock days of each of these variants (null: of all) over the periods that end the day before
 * `today`, and its sales over as many days before each period. Both subqueries look into an index once per variant, whatever the planner knows of
 * tables that were just filled.
 */
export async function deriveVariantSums(tx: Tx, key: SomeVariants & { today: string }): Promise<void> {
  const { merchantId, variantIds, today } = key
  const longest = Math.max(...FORECAST_HORIZONS)
  const ago = (days: number) => sql`${today}::date - ${sql.lit(days)}`
  const each = (sum: (days: number) => unknown) =>
    sql`array[${sql.join(FORECAST_HORIZONS.map(sum))}]::integer[]`
  await sql`
    insert into variant_trends (
      merchant_id, variant_id, units_sold, units_sold_before, days_out_of_stock, days_known, computed_for)
    select v.merchant_id, v.variant_id, sold.units, sold.before,
      case when v.sells_without_stock then ${each(() => sql`0`)} else stock.out_of_stock end,
      stock.known, ${today}::date
    from variants v
    cross join lateral (
      select
        ${each((days) => sql`to_units(coalesce(sum(units_sold) filter (where day >= ${ago(days)}), 0))`)} as units,
        ${each(
          (days) =>
            sql`to_units(coalesce(sum(units_sold) filter (where day >= ${ago(2 * days)} and day < ${ago(days)}), 0))`,
        )} as before
      from sales_daily
      where merchant_id = ${merchantId} and variant_id = v.variant_id
        and day >= ${ago(2 * longest)} and day < ${today}::date
    ) sold
    cross join lateral (
      select ${each((days) => sql`count(*) filter (where day >= ${ago(days)})`)} as known,
        ${each(
          (days) => sql`count(*) filter (where day >= ${ago(days)} and closing_stock <= 0)`,
        )} as out_of_stock
      from ${stockDays({ merchantId, since: ago(longest), until: ago(1), condition: sql`s.variant_id = v.variant_id` })} d
    ) stock
    where v.merchant_id = ${merchantId} and ${isAmong('v.variant_id', variantIds)}
    order by v.variant_id
    on conflict (merchant_id, variant_id) do update set
      units_sold = excluded.units_sold, units_sold_before = excluded.units_sold_before,
      days_out_of_stock = excluded.days_out_of_stock, days_known = excluded.days_known,
      computed_for = excluded.computed_for
  `.execute(tx)
}
