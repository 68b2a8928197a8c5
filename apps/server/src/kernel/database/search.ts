import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Characters of a title that `title_key` keeps. */
const TITLE_KEY_LENGTH = 256

/** Returns the pattern of `like` for texts that contain this one. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

/**
 * Returns the condition that title or SKU of the variant `v` contains this text, in any case; without a text,
 * every variant fits. The stored keys are in lower case, so only titles longer than their key are read.
 */
export function fitsSearch(search: string): RawBuilder<SqlBool> {
  if (search === '') return sql<SqlBool>`true`
  const lower = sql`lower(${containing(search)})`
  return sql<SqlBool>`(
    v.title_key like ${lower} or v.sku_key like ${lower}
    or octet_length(v.title_key) >= ${sql.lit(TITLE_KEY_LENGTH)} and lower(v.title) like ${lower})`
}
