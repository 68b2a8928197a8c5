import type { Tx } from '../../kernel/database/app-database.ts'
import { countWrites } from '../../kernel/database/count-writes.ts'
import { deriveAllSales, deriveSalesOf, moveFirstSeenToFirstSale } from './derived-sales-queries.ts'
import { addImportedSales, type ImportedCells, replaceImportedLines } from './imported-sales-queries.ts'
import { lockLedger } from './queries.ts'

export type { ImportedCells } from './imported-sales-queries.ts'

/** From this many changed days on, all sales are derived again, which is then faster. */
const MANY_DAYS = 50_000

/** Writes imported sales into the ledger in place of those imported before, and derives the daily sales. */
export async function writeImportedSales(
  tx: Tx,
  args: { merchantId: number; cells: ImportedCells },
): Promise<void> {
  const { merchantId, cells } = args
  await lockLedger(tx, merchantId)
  const { changed, added, removed } = await replaceImportedLines(tx, { merchantId, cells, limit: MANY_DAYS })
  await addImportedSales(tx, merchantId, added - removed)
  if (changed.length === MANY_DAYS) await deriveAllSales(tx, merchantId)
  else if (changed.length > 0) await deriveSalesOf(tx, merchantId, changed)
  await moveFirstSeenToFirstSale(tx, merchantId)
  await countWrites(tx)
}
