import { type RawBuilder, type Selectable, sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Tx } from './app-database.ts'
import { countWrites } from './count-writes.ts'
import { markCatalogue, summedTables } from './stale-marks.ts'
import type { Tables } from './tables.ts'

const CHUNK_ROWS = 20_000
/** From this many rows on, the statistics of the query planner should be refreshed soon. */
const MANY_ROWS = 100

/** A row of a table without its merchant. */
export type RowOf<Table extends keyof Tables> = Omit<Selectable<Tables[Table]>, 'merchant_id'>

interface Rows<Row> {
  table: keyof Tables & string
  merchantId: number
  /** All with the same columns, without `merchant_id`. */
  rows: readonly Row[]
}

/**
 * Writes many rows of one merchant with UNNEST of one array per column: about half a second for 100,000 rows. An existing row
 * with the same `key` is replaced. Each key may occur only once per call. Marks the totals of the catalogue as stale if the
 * table is part of them and a row has changed.
 */
export async function bulkUpsert<Row extends object>(
  tx: Tx,
  args: Rows<Row> & {
    key: readonly (keyof Row & string)[]
    /** A column with an instant: a stored row with a later instant is not replaced. */
    newestBy?: keyof Row & string
    /** Further columns to set when a stored row is replaced, with their values. */
    onReplace?: Readonly<Record<string, RawBuilder<unknown>>>
  },
): Promise<void> {
  const names = namesOf(args.rows)
  const updated = names.filter((name) => !args.key.includes(name))
  const replaced = Object.entries(args.onReplace ?? {})
  const values = [
    ...updated.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
    ...replaced.map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  ]
  const conflict = values.length === 0 ? sql`do nothing` : sql`do update set ${sql.join(values)}`
  const isNewer =
    args.newestBy === undefined
      ? sql``
      : sql`where ${sql.ref(`${args.table}.${args.newestBy}`)} <= ${sql.ref(`excluded.${args.newestBy}`)}`
  const key = sql.join(args.key.map((name) => sql.ref(name)))
  await writeChunks(
    tx,
    args,
    (arrays) =>
      sql`${ofMerchant(args.merchantId, arrays)} on conflict (merchant_id, ${key}) ${conflict} ${isNewer}`,
  )
}

/**
 * Writes rows as `bulkUpsert` does, but faster, for callers that know that no row with the same key exists; it fails if one
 * does. With `generatedKey`, the statement handles a conflict that cannot happen, because a cluster would otherwise send the
 * rows with COPY.
 */
export async function bulkInsert<Row extends object>(
  tx: Tx,
  args: Rows<Row> & {
    /** The primary key after `merchant_id`, if the database generates its last column. */
    generatedKey?: readonly string[]
  },
): Promise<void> {
  const { generatedKey, merchantId } = args
  await writeChunks(tx, args, (arrays) =>
    generatedKey === undefined
      ? ofMerchant(merchantId, arrays)
      : sql`select ${merchantId}::bigint, rows.* from unnest(${arrays}) as rows
          on conflict (merchant_id, ${sql.join(generatedKey.map((name) => sql.ref(name)))}) do nothing`,
  )
}

/**
 * Joins the rows with the merchant's row in `merchants`: only then does a cluster write them on the merchant's node, and count
 * the rows that changed. It would send other rows with COPY, which row-level security refuses.
 */
function ofMerchant(merchantId: number, arrays: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select m.id, rows.* from merchants m, unnest(${arrays}) as rows where m.id = ${merchantId}`
}

async function writeChunks<Row extends object>(
  tx: Tx,
  { table, merchantId, rows }: Rows<Row>,
  source: (arrays: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  if (rows.length === 0) return
  const names = namesOf(rows)
  const types = await typesOfColumns(tx, table)
  let written = 0n
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const chunk = rows.slice(start, start + CHUNK_ROWS)
    const arrays = names.map((name) => {
      const values = arrayOf(chunk.map((row) => row[name]))
      return sql`${values}::${sql.raw(types[name]!)}[]`
    })
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (merchant_id, ${sql.join(names.map((name) => sql.ref(name)))})
      ${source(sql.join(arrays))}
    `.execute(tx)
    written += numAffectedRows ?? 0n
  }
  if (written === 0n) await requireMerchant(tx, merchantId)
  if (written > 0n && summedTables.includes(table)) await markCatalogue(tx, merchantId)
  if (rows.length >= MANY_ROWS) await countWrites(tx)
}

function namesOf<Row extends object>(rows: readonly Row[]): (keyof Row & string)[] {
  return Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
}

const knownTypes = new Map<string, Record<string, string>>()

/** Returns the SQL types of the columns of a table. The database is asked once for each table. */
async function typesOfColumns(tx: Tx, table: string): Promise<Record<string, string>> {
  const known = knownTypes.get(table)
  if (known) return known
  const { rows } = await sql<{ types: Record<string, string> }>`
    select json_object_agg(attname, format_type(atttypid, null)) as types from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
  `.execute(tx)
  const { types } = rows[0]!
  knownTypes.set(table, types)
  return types
}

/** Throws if row-level security hides the merchant from the transaction: the statement then wrote no row. */
async function requireMerchant(tx: Tx, merchantId: number): Promise<void> {
  const found = await tx.selectFrom('merchants').select('id').where('id', '=', merchantId).executeTakeFirst()
  if (found === undefined)
    throw new AppError('internal', `Row-level security hides merchant ${merchantId} from this transaction.`)
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * Returns an array whose values need no quotes as SQL text, in a fraction of the time that the driver takes; returns any other
 * array unchanged.
 */
function arrayOf(values: readonly unknown[]): string | readonly unknown[] {
  const isPlain = values.every((value) => typeof value === 'number' || typeof value === 'boolean')
  const isDays = !isPlain && values.every((value) => typeof value === 'string' && DAY.test(value))
  return isPlain || isDays ? `{${values.join(',')}}` : values
}
