import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { ImportedCells } from '../ledger/write-imported-sales.ts'
import type { Item } from './check/item-rows.ts'
import type { ImportKey } from './queries.ts'

export async function deleteStaged(tx: Tx, { merchantId, importId }: ImportKey): Promise<void> {
  for (const table of ['import_sales', 'import_items'] as const) {
    await tx
      .deleteFrom(table)
      .where('merchant_id', '=', merchantId)
      .where('import_id', '=', importId)
      .execute()
  }
}

/** Returns an upper limit of the rows that the import will write. */
export async function countStagedRows(tx: Tx, { merchantId, importId }: ImportKey): Promise<number> {
  const { rows } = await sql<{ staged: number }>`
    select (select coalesce(sum(cardinality(days)), 0) from import_sales
        where merchant_id = ${merchantId} and import_id = ${importId})
      + (select coalesce(sum(jsonb_array_length(items)), 0) from import_items
        where merchant_id = ${merchantId} and import_id = ${importId}) as staged
  `.execute(tx)
  return Number(rows[0]?.staged ?? 0)
}

export interface SalesChunk {
  variantIds: number[]
  days: number[]
  units: number[]
}

/**
 * Stores a chunk of sales. A chunk with the same number always has the same rows, so a repeated one is
 * ignored.
 */
export async function insertSalesChunk(
  tx: Tx,
  key: ImportKey & { chunk: number },
  { variantIds, days, units }: SalesChunk,
): Promise<void> {
  await sql`
    insert into import_sales (merchant_id, import_id, chunk, variant_ids, days, units)
    values (${key.merchantId}, ${key.importId}, ${key.chunk}, ${variantIds}::bigint[], ${days}::integer[],
      ${units}::integer[])
    on conflict do nothing
  `.execute(tx)
}

/** Selects the staged sales of a file, added up by variant and day. */
export function stagedSales({ merchantId, importId }: ImportKey): ImportedCells {
  return sql`
    select g.variant_id, g.day, sum(g.units) as units
    from import_sales c, unnest(c.variant_ids, c.days, c.units) as g (variant_id, day, units)
    where c.merchant_id = ${merchantId} and c.import_id = ${importId}
    group by g.variant_id, g.day
  `
}

/** Returns whether the rows of a variant and day add up to more than the column for units can hold. */
export async function stagesTooMuch(tx: Tx, key: ImportKey): Promise<boolean> {
  const row =
    await sql`select 1 from (${stagedSales(key)}) as cells where units > 2147483647 limit 1`.execute(tx)
  return row.rows.length > 0
}

export function givenSales({ variantIds, days, units }: SalesChunk): ImportedCells {
  return sql`
    select g.variant_id, g.day, sum(g.units) as units
    from unnest(${variantIds}::bigint[], ${days}::integer[], ${units}::integer[]) as g (variant_id, day, units)
    group by g.variant_id, g.day
  `
}

export async function insertItemChunk(
  tx: Tx,
  key: ImportKey & { chunk: number },
  items: readonly Item[],
): Promise<void> {
  await sql`
    insert into import_items (merchant_id, import_id, chunk, items)
    values (${key.merchantId}, ${key.importId}, ${key.chunk}, ${JSON.stringify(items)}::jsonb)
    on conflict do nothing
  `.execute(tx)
}

export async function findItemChunk(
  tx: Tx,
  key: ImportKey & { chunk: number },
): Promise<readonly Item[] | undefined> {
  const row = await tx
    .selectFrom('import_items')
    .select('items')
    .where('merchant_id', '=', key.merchantId)
    .where('import_id', '=', key.importId)
    .where('chunk', '=', key.chunk)
    .executeTakeFirst()
  return row?.items as readonly Item[] | undefined
}
