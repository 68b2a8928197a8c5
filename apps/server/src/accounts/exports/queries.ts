import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { ExportedTable } from './exported-tables.ts'

export type ExportedRow = Record<string, unknown>

/** Returns the names of the exported columns, in order. */
export async function listColumns(tx: Tx, { table, owner, without = [] }: ExportedTable): Promise<string[]> {
  const hidden = [...without, ...(owner === undefined ? ['merchant_id'] : [])]
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attname <> all(${hidden})
    order by attnum
  `.execute(tx)
  return rows.map((row) => row.name)
}

/**
 * Returns the next rows by key after the given one. A table without a key of its own has one row for each
 * merchant.
 */
export async function listRowsAfter(
  tx: Tx,
  args: {
    exported: ExportedTable
    columns: readonly string[]
    merchantId: number
    after: ExportedRow | null
    limit: number
  },
): Promise<ExportedRow[]> {
  const { exported, columns, merchantId, after, limit } = args
  const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)))
  const { key, owner = 'merchant_id' } = exported
  const isNext =
    after === null || key.length === 0
      ? sql`true`
      : sql`(${refs(key)}) > (${sql.join(key.map((name) => sql`${after[name]}`))})`
  const order = key.length === 0 ? sql`` : sql`order by ${refs(key)}`
  const { rows } = await sql<ExportedRow>`
    select ${refs(columns)} from ${sql.table(exported.table)}
    where ${sql.ref(owner)} = ${merchantId} and ${isNext} ${order} limit ${limit}
  `.execute(tx)
  return rows
}
