import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Returns the condition that title or SKU of the variant `v` contains this text, in any case; without a text,
 * every variant fits.
 */
export function fitsSearch(search: string): RawBuilder<SqlBool> {
  if (search === '') return sql<SqlBool>`true`
  const pattern = `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql<SqlBool>`(v.title ilike ${pattern} or v.sku ilike ${pattern})`
}
