import type { Tx } from './app-database.ts'

/** Tables whose rows are summed in `catalog_totals`: whoever writes them calls `markCatalogue`. */
export const summedTables: readonly string[] = [
  'products',
  'variants',
  'stock_projections',
  'location_projections',
]

const ROWS_PER_STATEMENT = 10_000
const marked = new WeakMap<Tx, Set<number>>()

/** Marks the kept totals of the catalogue as no longer true. One mark is enough for a transaction. */
export async function markCatalogue(tx: Tx, merchantId: number): Promise<void> {
  const merchants = marked.get(tx) ?? new Set()
  if (merchants.has(merchantId)) return
  await tx.insertInto('stale_totals').values({ merchant_id: merchantId }).execute()
  marked.set(tx, merchants.add(merchantId))
}

/** Deletes the marks of what was written to the catalogue so far. */
export async function deleteCatalogueMarks(tx: Tx, merchantId: number): Promise<void> {
  marked.get(tx)?.delete(merchantId)
  await tx.deleteFrom('stale_totals').where('merchant_id', '=', merchantId).execute()
}

/** Marks the kept sums of these days as no longer true. Whoever writes `sales_daily` calls it. */
export async function markDays(tx: Tx, merchantId: number, days: Iterable<string>): Promise<void> {
  const rows = [...new Set(days)].map((day) => ({ merchant_id: merchantId, day }))
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    await tx
      .insertInto('stale_days')
      .values(rows.slice(start, start + ROWS_PER_STATEMENT))
      .execute()
}
