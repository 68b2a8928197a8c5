import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { wholeRecipes } from '../bundles/recipe-queries.ts'

/**
 * Derives again what was sold on these days, or on all (null), without an order line of its own.
 * - Parts of the merchant's bundles: each unit counts with the recipe of its day. A bundle is left out if its order has lines of
 *   its parts.
 * - Bundles that the store sells as their parts: as many as the lines of the parts make.
 */
export async function deriveBundledSales(
  tx: Tx,
  merchantId: number,
  days: readonly string[] | null,
): Promise<void> {
  const { rows } = await sql`
    (select from bundle_components where merchant_id = ${merchantId} limit 1)
    union all (select from bundled_sales where merchant_id = ${merchantId} limit 1)
  `.execute(tx)
  if (rows.length === 0) return
  const isOnDays = (day: RawBuilder<unknown>) =>
    days === null ? sql`true` : sql`${day} = any(${[...new Set(days)]}::date[])`
  await sql`delete from bundled_sales s where s.merchant_id = ${merchantId} and ${isOnDays(sql`s.day`)}`.execute(
    tx,
  )
  await sql`
    insert into bundled_sales (merchant_id, variant_id, day, units)
    select ${merchantId}::bigint, variant_id, day, to_units(least(sum(units), 2147483647)::bigint)
    from (
      select p.component_id as variant_id, l.day, sum(l.units * p.quantity) as units
      from (${wholeRecipes(merchantId, sql`c.source = 'own'`)}) p
      join order_lines l on l.merchant_id = ${merchantId} and l.variant_id = p.bundle_id
        and l.day >= p.valid_from and l.day < p.valid_until and ${isOnDays(sql`l.day`)}
      where not exists (
        select from order_lines part
        where part.merchant_id = ${merchantId} and part.order_id = l.order_id and part.bundle_id = l.variant_id)
      group by p.component_id, l.day
      union all
      select l.bundle_id, l.day, round(sum(l.units) / r.quantity)
      from (
        select bundle_id, sum(quantity)::numeric as quantity from bundle_components
        where merchant_id = ${merchantId} and source = 'store' group by bundle_id
      ) r
      join order_lines l on l.merchant_id = ${merchantId} and l.bundle_id = r.bundle_id and ${isOnDays(sql`l.day`)}
      group by l.bundle_id, l.day, r.quantity
    ) sold
    where units > 0
    group by variant_id, day
  `.execute(tx)
}

/** Returns the relation (variant_id, day, units_sold) of what was sold of each variant, alone and in bundles. */
export function demandDays(merchantId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select s.variant_id, s.day, s.units_sold from sales_daily s where s.merchant_id = ${merchantId} and ${condition}
    union all
    select s.variant_id, s.day, s.units from bundled_sales s where s.merchant_id = ${merchantId} and ${condition}
  )`
}
