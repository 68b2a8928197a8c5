import type { GroupFilter } from '@stockcast/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type { GroupFilter }

/** The tags of the product `p` as an array in lower case. */
export const tagKeys = sql`string_to_array(lower(p.tags), E'\n')`

/** Returns the form of a text in which vendors and tags are compared. */
export const groupKey = (text: string) => text.trim().toLowerCase()

/**
 * Returns the conditions that a variant is in one of the groups of each kind; none without groups. `variantId` is its column, by
 * default that of `v`.
 */
export function fitsGroups(
  filter: GroupFilter & { merchantId: number },
  variantId: RawBuilder<unknown> = sql`v.variant_id`,
): RawBuilder<SqlBool>[] {
  const { merchantId, abc, xyz, supplier } = filter
  const isIn = (table: string, condition: RawBuilder<unknown>) =>
    sql<SqlBool>`${variantId} in (
      select g.variant_id from ${sql.table(table)} g where g.merchant_id = ${merchantId} and ${condition})`
  const ofProduct = productConditions(filter)
  return [
    ...(abc === undefined ? [] : [isIn('stock_projections', sql`g.abc = ${abc}`)]),
    ...(xyz === undefined ? [] : [isIn('forecasts', sql`g.xyz = ${xyz}`)]),
    ...(supplier === undefined
      ? []
      : [isIn('supplier_variants', sql`g.rank = 1 and g.supplier_id = any(${supplier}::bigint[])`)]),
    ...(ofProduct.length === 0
      ? []
      : [
          isIn(
            'variants',
            sql`g.product_id in (select p.product_id from products p
              where p.merchant_id = ${merchantId} and ${sql.join(ofProduct, sql` and `)})`,
          ),
        ]),
  ]
}

function productConditions({ vendor, tag, collection }: GroupFilter): RawBuilder<unknown>[] {
  const keys = (names: readonly string[]) => sql`${names.map(groupKey)}::text[]`
  return [
    ...(vendor === undefined ? [] : [sql`lower(btrim(p.vendor)) = any(${keys(vendor)})`]),
    ...(tag === undefined ? [] : [sql`${tagKeys} && ${keys(tag)}`]),
    ...(collection === undefined ? [] : [sql`p.collection_ids && ${collection}::bigint[]`]),
  ]
}

/** Returns whether a list is filtered by a group, so that no kept total says how long it is. */
export function hasGroups(filter: GroupFilter): boolean {
  return Object.values(getGroups(filter)).some((value) => value !== undefined)
}

/** Returns the groups of a query, without what else it asks for. */
export function getGroups({ abc, xyz, vendor, supplier, tag, collection }: GroupFilter): GroupFilter {
  return { abc, xyz, vendor, supplier, tag, collection }
}
