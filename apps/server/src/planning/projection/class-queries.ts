import type { AbcClass } from '@stockcast/forecasting'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { markCatalogue } from '../../kernel/database/stale-marks.ts'
import { findShopMoney, variantCosts } from '../../kernel/database/variant-costs.ts'

interface KnownContribution {
  /** The margin of one unit, or its price where no cost is known; null without a price. */
  unitMinor: number | null
  /** As stored with the stock projection. */
  daily: number | null
  abc: AbcClass | null
}

/**
 * Returns what these variants (null: all) are known to contribute. `limit 1` looks their projections up by variant, which
 * stays fast while the planner has no statistics.
 */
export async function listContributions(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] | null },
): Promise<Map<number, KnownContribution>> {
  const money = await findShopMoney(tx, merchantId)
  const { rows } = await sql<KnownContribution & { variantId: number }>`
    select c.variant_id as "variantId", coalesce(c.margin_minor, c.price_minor) as "unitMinor",
      o.daily_contribution as daily, o.abc
    from (${variantCosts(money, variantIds ?? undefined)}) c
    left join lateral (
      select daily_contribution, abc from stock_projections
      where merchant_id = ${merchantId} and variant_id = c.variant_id limit 1
    ) o on true
  `.execute(tx)
  return new Map(rows.map(({ variantId, ...known }) => [variantId, known]))
}

/**
 * Classes all variants of a shop again. The caller holds the lock on the stock projections. Variants are hashed by class, not
 * joined, which stays fast while the planner has no statistics.
 */
export async function saveClasses(tx: Tx, merchantId: number): Promise<void> {
  const isIn = (abc: AbcClass) =>
    sql`variant_id in (select variant_id from classed where abc = ${sql.lit(abc)})`
  const own = sql`case when ${isIn('a')} then 'a' when ${isIn('b')} then 'b' when ${isIn('c')} then 'c' end`
  await sql`
    with classed as materialized (${classes(merchantId)})
    update stock_projections set abc = ${own} where merchant_id = ${merchantId} and abc is distinct from ${own}
  `.execute(tx)
  await markCatalogue(tx, merchantId)
}

/**
 * Selects the class of each variant: those that contribute the first 80 % are `a`, the next 15 % `b`, the rest `c`; a variant
 * belongs to the class in which its share begins. The engine's `abcClasses` decides the same.
 */
function classes(merchantId: number): RawBuilder<unknown> {
  return sql`
    select variant_id, case when daily_contribution is null then null when daily_contribution <= 0 then 'c'
      when coalesce(before, 0) < 0.8 * total then 'a'
      when coalesce(before, 0) < 0.95 * total then 'b' else 'c' end as abc
    from (
      select variant_id, daily_contribution, sum(greatest(daily_contribution, 0)) over () as total,
        sum(greatest(daily_contribution, 0)) over (
          order by daily_contribution desc nulls last, variant_id rows between unbounded preceding and 1 preceding) as before
      from stock_projections where merchant_id = ${merchantId}
    ) ranked`
}
