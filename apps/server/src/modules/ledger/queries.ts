import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import { bulkInsert, bulkUpsert } from '../../database/bulk-upsert.ts'
import { markCatalogue, markDays } from '../../database/stale-marks.ts'

export interface OrderRow {
  order_id: number
  day: string
  /** The instant from which `day` was derived; null for orders stored before this column existed. */
  placed_at: Date | null
  is_counted: boolean
  updated_at: Date
  /** When the webhook that reported it was triggered; null for what was read from the store. */
  event_at: Date | null
}

export interface LineRow {
  order_id: number
  line_id: number
  variant_id: number
  day: string
  units: number
}

/** A variant's day, whose units sold may have changed. */
export interface TouchedDay {
  variant_id: number
  day: string
}

/**
 * Allows one writer of a merchant's ledger at a time, until the transaction ends: an order and its lines
 * change together.
 */
export async function lockLedger(tx: Tx, merchantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ledger', ${merchantId}::bigint))`.execute(tx)
}

/** Deletes from the ledger what the store reported; imported sales stay. */
export async function clearLedger(tx: Tx, merchantId: number): Promise<void> {
  await tx.deleteFrom('order_lines').where('merchant_id', '=', merchantId).where('order_id', '>', 0).execute()
  await tx.deleteFrom('orders').where('merchant_id', '=', merchantId).execute()
}

export async function findOrders(
  tx: Tx,
  merchantId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderRow>> {
  const found = await sql<OrderRow>`
    select order_id, day, placed_at, is_counted, updated_at, event_at from orders
    where merchant_id = ${merchantId} and order_id = any(${orderIds}::bigint[])
  `.execute(tx)
  return new Map(found.rows.map((row) => [row.order_id, row]))
}

export async function listLinesOf(
  tx: Tx,
  merchantId: number,
  orderIds: readonly number[],
): Promise<LineRow[]> {
  const found = await sql<LineRow>`
    select order_id, line_id, variant_id, day, units from order_lines
    where merchant_id = ${merchantId} and order_id = any(${orderIds}::bigint[])
  `.execute(tx)
  return found.rows
}

/** Deletes the lines of these orders from the ledger and returns the days on which they counted. */
export async function deleteLinesOf(
  tx: Tx,
  merchantId: number,
  orderIds: readonly number[],
): Promise<TouchedDay[]> {
  const deleted = await sql<TouchedDay>`
    delete from order_lines where merchant_id = ${merchantId} and order_id = any(${orderIds}::bigint[])
    returning variant_id, day
  `.execute(tx)
  return deleted.rows
}

export async function upsertOrders(tx: Tx, merchantId: number, rows: readonly OrderRow[]): Promise<void> {
  const columns = {
    order_id: 'bigint',
    day: 'date',
    placed_at: 'timestamptz',
    is_counted: 'boolean',
    updated_at: 'timestamptz',
    event_at: 'timestamptz',
  } as const
  await bulkUpsert(tx, { table: 'orders', merchantId, key: ['order_id'], columns, rows })
}

/** Returns orders with an id above `after`, by id. */
export async function listOrderInstants(
  tx: Tx,
  key: { merchantId: number; after: number; count: number },
): Promise<{ order_id: number; day: string; placed_at: Date | null }[]> {
  const found = await sql<{ order_id: number; day: string; placed_at: Date | null }>`
    select order_id, day, placed_at from orders
    where merchant_id = ${key.merchantId} and order_id > ${key.after}
    order by order_id limit ${key.count}
  `.execute(tx)
  return found.rows
}

/** Moves orders and their lines to other days. */
export async function moveOrders(
  tx: Tx,
  merchantId: number,
  moved: readonly { order_id: number; day: string }[],
): Promise<void> {
  const to = sql`unnest(${moved.map((row) => row.order_id)}::bigint[], ${moved.map((row) => row.day)}::date[])
    as to_day (order_id, day)`
  await sql`
    update orders o set day = to_day.day from ${to}
    where o.merchant_id = ${merchantId} and o.order_id = to_day.order_id
  `.execute(tx)
  await sql`
    update order_lines l set day = to_day.day from ${to}
    where l.merchant_id = ${merchantId} and l.order_id = to_day.order_id
  `.execute(tx)
}

const lineColumns = {
  order_id: 'bigint',
  line_id: 'bigint',
  variant_id: 'bigint',
  day: 'date',
  units: 'integer',
} as const

export async function upsertLines(tx: Tx, merchantId: number, rows: readonly LineRow[]): Promise<void> {
  const key = ['order_id', 'line_id'] as const
  await bulkUpsert(tx, { table: 'order_lines', merchantId, key, columns: lineColumns, rows })
}

/** Inserts lines of orders that have none. */
export async function insertLines(tx: Tx, merchantId: number, rows: readonly LineRow[]): Promise<void> {
  await bulkInsert(tx, { table: 'order_lines', merchantId, columns: lineColumns, rows })
}

/** A relation (variant_id, day as whole days since 1970-01-01, units), each variant and day once. */
export type ImportedCells = RawBuilder<unknown>

/**
 * Replaces imported sales. They are lines of an order whose id is the negative number of its day, one line
 * per variant: an import for a variant and day replaces the one before, and no units delete it. Unchanged
 * lines are not written. Returns the days that changed, at most `limit` of them, and how many sales were
 * added and removed.
 */
export async function replaceImportedLines(
  tx: Tx,
  args: { merchantId: number; cells: ImportedCells; limit: number },
): Promise<{ changed: TouchedDay[]; added: number; removed: number }> {
  const { merchantId, cells, limit } = args
  const { rows } = await sql<TouchedDay & { added: number; removed: number }>`
    with given as materialized (${cells}), emptied as (
      delete from order_lines l using given g
      where l.merchant_id = ${merchantId} and l.order_id = -g.day and l.line_id = g.variant_id and g.units = 0
      returning l.variant_id, l.day
    ), written as (
      insert into order_lines as known (merchant_id, order_id, line_id, variant_id, day, units)
      select ${merchantId}::bigint, -g.day, g.variant_id, g.variant_id, date '1970-01-01' + g.day, g.units
      from given g where g.units > 0
      on conflict (merchant_id, order_id, line_id) do update set units = excluded.units
      where known.units <> excluded.units
      returning known.variant_id, known.day, old.units is null as is_new
    ), changed as (
      select variant_id, day from emptied union all select variant_id, day from written
    )
    select variant_id, day, (select count(*) from written where is_new) as added,
      (select count(*) from emptied) as removed
    from changed limit ${limit}
  `.execute(tx)
  const { added = 0, removed = 0 } = rows[0] ?? {}
  return { changed: rows.map(({ variant_id, day }) => ({ variant_id, day })), added, removed }
}

/** Adds to the stored count of imported sales, which is counted once and updated afterwards. */
export async function addImportedSales(tx: Tx, merchantId: number, difference: number): Promise<void> {
  await sql`
    update merchants set imported_sales = coalesce(imported_sales + ${difference}, (
      select count(*) from order_lines where merchant_id = ${merchantId} and order_id < 0))
    where id = ${merchantId}
  `.execute(tx)
}

/** Derives the sales of these days from the ledger. */
export async function deriveSalesOf(
  tx: Tx,
  merchantId: number,
  touched: readonly TouchedDay[],
): Promise<void> {
  const variantIds = touched.map((each) => each.variant_id)
  const days = touched.map((each) => each.day)
  const { rows } = await sql<{ day: string }>`
    with derived as materialized (
      select t.variant_id, t.day, sold.units
      from (
        select distinct variant_id, day
        from unnest(${variantIds}::bigint[], ${days}::date[]) as t (variant_id, day)
      ) t
      left join lateral (
        select to_units(sum(l.units)) as units from order_lines l
        where l.merchant_id = ${merchantId} and l.variant_id = t.variant_id and l.day = t.day
        having count(*) > 0
      ) sold on true
    ), emptied as (
      delete from sales_daily s using derived d
      where s.merchant_id = ${merchantId} and s.variant_id = d.variant_id and s.day = d.day and d.units is null
      returning s.day
    ), written as (
      insert into sales_daily as target (merchant_id, variant_id, day, units_sold)
      select v.merchant_id, d.variant_id, d.day, d.units
      from derived d
      join variants v on v.merchant_id = ${merchantId} and v.variant_id = d.variant_id
      where d.units is not null
      on conflict (merchant_id, variant_id, day) do update set units_sold = excluded.units_sold
      returning target.day
    )
    select day from emptied union select day from written
  `.execute(tx)
  await markDays(
    tx,
    merchantId,
    rows.map(({ day }) => day),
  )
}

/** Memory for each step of the statement that derives all sales. */
const DERIVE_MEMORY = '64MB'

/** Derives all sales from the ledger. */
export async function deriveAllSales(tx: Tx, merchantId: number): Promise<void> {
  // Without it, grouping and sorting half a million lines goes through files.
  await sql`select set_config('work_mem', ${DERIVE_MEMORY}, true)`.execute(tx)
  const emptied = await sql<{ day: string }>`
    with gone as (delete from sales_daily where merchant_id = ${merchantId} returning day)
    select distinct day from gone
  `.execute(tx)
  const written = await sql<{ day: string }>`
    with written as (
      insert into sales_daily as target (merchant_id, variant_id, day, units_sold)
      select l.merchant_id, l.variant_id, l.day, to_units(sum(l.units))
      from order_lines l
      join variants v on v.merchant_id = ${merchantId} and v.variant_id = l.variant_id
      where l.merchant_id = ${merchantId}
      group by l.merchant_id, l.variant_id, l.day
      order by l.variant_id, l.day
      returning target.day
    )
    select distinct day from written
  `.execute(tx)
  const days = [...emptied.rows, ...written.rows].map(({ day }) => day)
  await markDays(tx, merchantId, days)
}

/**
 * Inserts the sales of variants that have none so far: those that were created after their first lines. Both
 * subqueries look into an index once per variant, whatever the planner knows of tables that were just filled.
 */
export async function deriveSalesOfNewVariants(tx: Tx, merchantId: number): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    with written as (
      insert into sales_daily as target (merchant_id, variant_id, day, units_sold)
      select v.merchant_id, v.variant_id, sold.day, sold.units
    from variants v
    cross join lateral (
      select l.day, to_units(sum(l.units)) as units from order_lines l
      where l.merchant_id = ${merchantId} and l.variant_id = v.variant_id
      group by l.day
    ) sold
    where v.merchant_id = ${merchantId} and (
      select s.variant_id from sales_daily s
      where s.merchant_id = ${merchantId} and s.variant_id = v.variant_id limit 1
    ) is null
      returning target.day
    )
    select distinct day from written
  `.execute(tx)
  await markDays(
    tx,
    merchantId,
    rows.map(({ day }) => day),
  )
}

/**
 * Moves the first day of a variant to its first sale, when its own date is later (as in a shop that was
 * imported).
 */
export async function moveFirstSeenToFirstSale(tx: Tx, merchantId: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update variants v set first_seen_on = s.first_day
    from (
      select variant_id, min(day) as first_day from sales_daily
      where merchant_id = ${merchantId} group by variant_id
    ) s
    where v.merchant_id = ${merchantId} and v.variant_id = s.variant_id and v.first_seen_on > s.first_day
  `.execute(tx)
  if (numAffectedRows) await markCatalogue(tx, merchantId)
}
