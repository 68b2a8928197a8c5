import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The key of the last deleted row, as texts in the order of the primary key. */
export type Place = readonly string[]

export interface Batch {
  count: number
  /** Null when there was nothing to delete. */
  last: Place | null
  /** The distinct values of `column` in the deleted rows, as texts. */
  values: readonly string[]
}

/**
 * Deletes at most `limit` rows for which `condition` holds, in the order of the primary key after `after`. When
 * it is called with the `last` of the previous result, it never scans deleted rows again.
 */
export async function deleteBatch(
  db: Kysely<Tables>,
  args: {
    table: string
    key: readonly { name: string; type: string }[]
    condition: RawBuilder<unknown>
    after: Place | null
    limit: number
    column?: string | undefined
  },
): Promise<Batch> {
  const { key, condition, after, limit } = args
  const value = args.column === undefined ? sql`null::text` : sql.ref(args.column)
  const table = sql.table(args.table)
  const columns = sql.join(key.map(({ name }) => sql.ref(name)))
  const isBeyond =
    after === null
      ? sql``
      : sql`and (${columns}) > (${sql.join(key.map(({ type }, i) => sql`${after[i]}::text::${sql.raw(type)}`))})`
  const done = await sql<Batch>`
    with batch as materialized (
      select ctid as place, array[${sql.join(key.map(({ name }) => sql`${sql.ref(name)}::text`))}] as key,
        row_number() over (order by ${columns}) as number
      from ${table} where ${condition} ${isBeyond} order by ${columns} limit ${limit}
    ), gone as (
      delete from ${table} where ctid = any (array(select place from batch)) and ${condition} returning ${value} as value
    )
    select (select count(*) from gone) as count, (select key from batch order by number desc limit 1) as last,
      array(select distinct value::text from gone where value is not null) as values
  `.execute(db)
  return done.rows[0]!
}
