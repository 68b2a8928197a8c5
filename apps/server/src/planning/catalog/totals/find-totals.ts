import type { Tx } from '../../../kernel/database/app-database.ts'
import { type CatalogTotals, countByStatus, findKeptTotals, summarizeCatalog, sumStock } from './queries.ts'

const sumNow: {
  [Part in keyof CatalogTotals]: (tx: Tx, merchantId: number) => Promise<CatalogTotals[Part]>
} = { counts: countByStatus, summary: summarizeCatalog, stock: sumStock }

/** Returns these sums over the catalogue: as kept, or summed now when something was written since. */
export async function findTotals<Part extends keyof CatalogTotals>(
  tx: Tx,
  key: { merchantId: number; parts: readonly Part[] },
): Promise<Pick<CatalogTotals, Part>> {
  return (await findKeptTotals(tx, key)) ?? (await sumTotals(tx, key))
}

/** Returns these sums over the catalogue as of now. */
export async function sumTotals<Part extends keyof CatalogTotals>(
  tx: Tx,
  { merchantId, parts }: { merchantId: number; parts: readonly Part[] },
): Promise<Pick<CatalogTotals, Part>> {
  const totals = new Map<Part, unknown>()
  for (const part of parts) totals.set(part, await sumNow[part](tx, merchantId))
  return Object.fromEntries(totals) as Pick<CatalogTotals, Part>
}
