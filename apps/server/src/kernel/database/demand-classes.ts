import type { abcClasses, xyzClasses } from '@stockcast/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

export interface ClassFilter {
  abc?: (typeof abcClasses)[number] | undefined
  xyz?: (typeof xyzClasses)[number] | undefined
}

/** Returns the conditions that the variant `v` is in these classes; none without classes. */
export function fitsClasses({
  merchantId,
  abc,
  xyz,
}: ClassFilter & { merchantId: number }): RawBuilder<SqlBool>[] {
  const byAbc = sql<SqlBool>`v.variant_id in (
    select variant_id from stock_projections where merchant_id = ${merchantId} and abc = ${abc})`
  const byXyz = sql<SqlBool>`v.variant_id in (
    select variant_id from forecasts where merchant_id = ${merchantId} and xyz = ${xyz})`
  return [...(abc === undefined ? [] : [byAbc]), ...(xyz === undefined ? [] : [byXyz])]
}

/** Returns whether a list is filtered by a class, so that no kept total says how long it is. */
export function hasClasses({ abc, xyz }: ClassFilter): boolean {
  return abc !== undefined || xyz !== undefined
}
