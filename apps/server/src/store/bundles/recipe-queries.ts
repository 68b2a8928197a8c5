import { type RawBuilder, sql } from 'kysely'
import { MAX_BUNDLE_LEVELS } from './recipes.ts'

/**
 * A relation (bundle_id, component_id, quantity, valid_from, valid_until, is_stocked, level, source): what one unit of a bundle has
 * in it, with the parts of bundles that are parts themselves; `bundle_id` is the outermost. `condition` chooses the rows `c` with
 * which a bundle begins.
 */
export function wholeRecipes(merchantId: number, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with recursive parts as (
      select c.bundle_id, c.component_id, c.quantity::bigint as quantity, c.valid_from, c.valid_until, 1 as level
      from bundle_components c
      where c.merchant_id = ${merchantId} and ${condition}
      union all
      select p.bundle_id, c.component_id, p.quantity * c.quantity, greatest(p.valid_from, c.valid_from),
        least(p.valid_until, c.valid_until), p.level + 1
      from parts p
      join bundle_components c on c.merchant_id = ${merchantId} and c.bundle_id = p.component_id
        and c.valid_from < p.valid_until and c.valid_until > p.valid_from
      where p.level < ${MAX_BUNDLE_LEVELS}
    )
    select * from parts`
}
