import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import { markCatalogue } from '../../database/stale-marks.ts'
import { variantCosts } from '../../database/variant-costs.ts'

/**
 * Keeps what these variants (null: all) contribute a day: expected daily demand × margin, or × price where no cost is known.
 * It is null without a price. One that has changed may move any variant of the shop to another class, so all are classed
 * again. The caller holds the lock on the stock projections, and has just saved them.
 */
export async function keepClasses(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[] | null },
): Promise<void> {
  const hasChanged = await saveContributions(tx, key)
  if (hasChanged || key.variantIds === null) await saveClasses(tx, key.merchantId)
}

/** Returns whether any has changed. */
async function saveContributions(
  tx: Tx,
  { merchantId, variantIds }: { merchantId: number; variantIds: readonly number[] | null },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update stock_projections o set daily_contribution = c.daily
    from (
      select p.variant_id, p.expected_daily_demand * coalesce(c.margin_minor, c.price_minor) as daily
      from stock_projections p
      join (${variantCosts(merchantId, variantIds ?? undefined)}) c on c.variant_id = p.variant_id
      where p.merchant_id = ${merchantId}
    ) c
    where o.merchant_id = ${merchantId} and o.variant_id = c.variant_id
      and o.daily_contribution is distinct from c.daily
  `.execute(tx)
  await markCatalogue(tx, merchantId)
  return numAffectedRows > 0n
}

async function saveClasses(tx: Tx, merchantId: number): Promise<void> {
  await sql`
    update stock_projections o set abc = c.abc from (${classes(merchantId)}) c
    where o.merchant_id = ${merchantId} and o.variant_id = c.variant_id and o.abc is distinct from c.abc
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
