import type { Tx } from '../../database/app-database.ts'
import { deleteTenantBatch, listTenantTables, type TenantTable } from '../../database/tenant-tables.ts'
import type { Kernel } from '../../kernel.ts'
import { shopTables } from './shop-tables.ts'

const ROWS_PER_STEP = 5000
/** Its rows say what is still to be done, so they are deleted in the transaction that ends the deletion. */
const LEFT_FOR_LAST = 'webhook_inbox'

/**
 * Deletes what came from a shop, a few thousand rows in each transaction, so that no statement reaches the
 * time limit however large the shop is. The transaction that calls `deleteShopData` afterwards finds little
 * left. After a kill it can be run again and ends the same: past sync runs go first, so a shop that comes
 * back is read as a whole. Calls `isMeant` before each step, and stops when that returns false.
 * Returns whether it finished.
 */
export async function emptyShop(
  kernel: Pick<Kernel, 'db'>,
  args: {
    merchantId: number
    isMeant: (tx: Tx) => Promise<boolean>
    /** Further tables to empty, with all rows that refer to theirs. */
    also?: readonly string[]
    signal?: AbortSignal | undefined
    rowsPerStep?: number
  },
): Promise<boolean> {
  const { merchantId, isMeant, also = [], signal, rowsPerStep: limit = ROWS_PER_STEP } = args
  for (const table of tablesOf(await listTenantTables(kernel.db.directory), [...shopTables, ...also])) {
    for (let after: readonly string[] | null = null, isMore = true; isMore; ) {
      signal?.throwIfAborted()
      const step: { last: readonly string[] | null } | null = await kernel.db.withTenant(
        merchantId,
        async (tx) =>
          (await isMeant(tx)) ? deleteTenantBatch(tx, { table, merchantId, after, limit }) : null,
      )
      if (step === null) return false
      after = step.last
      isMore = step.last !== null
    }
  }
  return true
}

/**
 * Returns these tables and all tables that refer to them: past sync runs first, then children before parents.
 */
function tablesOf(all: readonly TenantTable[], roots: readonly string[]): TenantTable[] {
  const byName = new Map(all.map((table) => [table.name, table]))
  const isOf = (table: TenantTable): boolean =>
    roots.includes(table.name) ||
    table.parents.some((name) => {
      const parent = byName.get(name)
      return parent !== undefined && isOf(parent)
    })
  const meant = all.filter((table) => isOf(table) && table.name !== LEFT_FOR_LAST)
  const isRuns = ({ name }: TenantTable) => name === 'sync_runs'
  return [...meant.filter(isRuns), ...meant.filter((table) => !isRuns(table))]
}
