import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { TouchedDay } from './queries.ts'

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
