import type { Tx } from '../../database/app-database.ts'
import {
  deriveAllSales,
  deriveSalesOf,
  type ImportedCells,
  listDaysOf,
  lockLedger,
  moveFirstSeenToFirstSale,
  replaceImportedLines,
} from './queries.ts'

export type { ImportedCells } from './queries.ts'

/** From here on all sales are derived anew, which then is faster. */
const MANY_CELLS = 50_000

/** Puts imported sales into the ledger in place of those imported before, and derives the daily sales. */
export async function writeImportedSales(
  tx: Tx,
  args: { merchantId: number; cells: ImportedCells; cellCount: number },
): Promise<void> {
  const { merchantId, cells, cellCount } = args
  await lockLedger(tx, merchantId)
  await replaceImportedLines(tx, merchantId, cells)
  if (cellCount >= MANY_CELLS) await deriveAllSales(tx, merchantId)
  else await deriveSalesOf(tx, merchantId, await listDaysOf(tx, cells))
  await moveFirstSeenToFirstSale(tx, merchantId)
}
