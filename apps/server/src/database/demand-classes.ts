import type { abcClasses, xyzClasses } from '@stockcast/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { variantCosts } from './variant-costs.ts'

export interface ClassFilter {
  abc?: (typeof abcClasses)[number] | undefined
  xyz?: (typeof xyzClasses)[number] | undefined
}

/**
 * Selects the importance of each variant that has a price, by what its expected sales contribute: margin, or revenue
 * where no cost is known. The first 80 % are `a`, the next 15 % `b`, the rest `c`; a variant belongs to the class in
 * which its share begins. The engine's `abcClasses` decides the same.
 */
export function abcOfVariants(merchantId: number): RawBuilder<unknown> {
  return sql`
    select variant_id, case when contribution <= 0 then 'c'
      when coalesce(before, 0) < 0.8 * total then 'a'
      when coalesce(before, 0) < 0.95 * total then 'b' else 'c' end as abc
    from (
      select variant_id, contribution, sum(greatest(contribution, 0)) over () as total,
        sum(greatest(contribution, 0)) over (
          order by contribution desc, variant_id rows between unbounded preceding and 1 preceding) as before
      from (
        select o.variant_id, (o.expected_daily_demand * coalesce(c.margin_minor, c.price_minor))::float8 as contribution
        from stock_projections o
        join (${variantCosts(merchantId)}) c on c.variant_id = o.variant_id
        where o.merchant_id = ${merchantId} and c.price_minor is not null
      ) contributions
    ) ranked`
}

/** Returns the conditions that the variant `v` is in these classes; none without classes. */
export function fitsClasses({
  merchantId,
  abc,
  xyz,
}: ClassFilter & { merchantId: number }): RawBuilder<SqlBool>[] {
  const byAbc = sql<SqlBool>`v.variant_id in (
    select variant_id from (${abcOfVariants(merchantId)}) classes where abc = ${abc})`
  const byXyz = sql<SqlBool>`v.variant_id in (
    select variant_id from forecasts where merchant_id = ${merchantId} and xyz = ${xyz})`
  return [...(abc === undefined ? [] : [byAbc]), ...(xyz === undefined ? [] : [byXyz])]
}

/** Returns whether a list is filtered by a class, so that no kept total says how long it is. */
export function hasClasses({ abc, xyz }: ClassFilter): boolean {
  return abc !== undefined || xyz !== undefined
}
