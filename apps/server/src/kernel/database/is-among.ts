import { type RawBuilder, sql } from 'kysely'

/** Holds where the column has one of these ids; with null everywhere. */
export function isAmong(column: string, ids: readonly number[] | null): RawBuilder<unknown> {
  return ids === null ? sql`true` : sql`${sql.ref(column)} = any(${ids}::bigint[])`
}
