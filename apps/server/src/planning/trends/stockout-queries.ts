import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { demandDays, stockDays } from '../../store/index.ts'
import { onSale } from '../catalog/totals/queries.ts'

/** Sales a day are taken from this many days to the end of the period. */
export const USUAL_SALES_DAYS = 90

export interface PastStockout {
  variantId: number
  title: string
  sku: string | null
  daysOut: number
  /** Days of the period with known closing stock. */
  daysKnown: number
  /** Units a day that sold on days that ended with stock; null without such a day. */
  usualUnits: number | null
  /** Units that days without stock sold less than usual, to one decimal. */
  lostUnits: number | null
  price: number | null
}

/**
 * Returns the variants on sale that were out of stock at the end of a day from `from` to `to`, and what they sold less than
 * usual on those days. Days without stock count as in the trends; variants that are sold without stock have none.
 */
export async function listPastStockouts(
  tx: Tx,
  { merchantId, from, to }: { merchantId: number; from: string; to: string },
): Promise<PastStockout[]> {
  const { rows } = await sql<PastStockout>`
    with on_sale as materialized (select variant_id from (${onSale(merchantId)}) o where not o.sells_without_stock),
    known as materialized (
      select d.variant_id, d.day, d.closing_stock
      from ${stockDays({ merchantId, since: sql`${to}::date - ${sql.lit(USUAL_SALES_DAYS - 1)}`, until: to })} d
      where d.variant_id in (select variant_id from on_sale)
    ), ran_out as materialized (
      select variant_id, count(*) filter (where closing_stock <= 0) as days_out, count(*) as days_known
      from known where day >= ${from}::date
      group by variant_id having count(*) filter (where closing_stock <= 0) > 0
    ), sold as materialized (
      select demand.variant_id, demand.day, sum(demand.units_sold) as units
      from ${demandDays(merchantId, sql`s.day between ${to}::date - ${sql.lit(USUAL_SALES_DAYS - 1)} and ${to}::date`)} demand
      where demand.variant_id in (select variant_id from ran_out)
      group by demand.variant_id, demand.day
    ), days as materialized (
      select k.variant_id, k.day, k.closing_stock, coalesce(sold.units, 0) as units
      from known k left join sold on sold.variant_id = k.variant_id and sold.day = k.day
      where k.variant_id in (select variant_id from ran_out)
    ), usual as (
      select variant_id, avg(units) as units from days where closing_stock > 0 group by variant_id
    ), lost as (
      select d.variant_id, sum(greatest(0, usual.units - d.units)) as units
      from days d join usual on usual.variant_id = d.variant_id
      where d.closing_stock <= 0 and d.day >= ${from}::date
      group by d.variant_id
    )
    select r.variant_id as "variantId", v.title, v.sku, r.days_out as "daysOut", r.days_known as "daysKnown",
      usual.units::float8 as "usualUnits", round(lost.units, 1)::float8 as "lostUnits", v.price::float8 as price
    from ran_out r
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = r.variant_id
    left join usual on usual.variant_id = r.variant_id
    left join lost on lost.variant_id = r.variant_id
    order by lost.units * v.price desc nulls last, r.days_out desc, r.variant_id
  `.execute(tx)
  return rows
}
