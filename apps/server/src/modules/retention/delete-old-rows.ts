import { DAY_MS } from '@stockcast/contract'
import { listTenantTables, type TenantTable } from '../../database/tenant-tables.ts'
import type { Kernel } from '../../kernel.ts'
import { deleteOldBatch } from './queries.ts'
import { type AgeRule, ageRules } from './rules.ts'

const ROWS_PER_STEP = 2000

/**
 * Deletes rows of a merchant that are older than their rule allows, some in each transaction. It ends the
 * same after a second run or a kill. Returns how many rows it deleted.
 */
export async function deleteOldRows(
  kernel: Pick<Kernel, 'clock' | 'db'>,
  merchantId: number,
  { signal, rowsPerStep = ROWS_PER_STEP }: { signal: AbortSignal; rowsPerStep?: number },
): Promise<number> {
  const tables = await listTenantTables(kernel.db.directory)
  let rows = 0
  for (const table of tables) {
    const rule = ageRules.find((each) => each.table === table.name)
    if (rule) rows += await deleteFrom(kernel, { table, rule, merchantId, signal, rowsPerStep })
  }
  return rows
}

async function deleteFrom(
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  args: { table: TenantTable; rule: AgeRule; merchantId: number; signal: AbortSignal; rowsPerStep: number },
): Promise<number> {
  const { table, rule, merchantId, signal, rowsPerStep: limit } = args
  const before = new Date(clock.now().getTime() - rule.days * DAY_MS)
  const { column } = rule
  let rows = 0
  for (let after: readonly string[] | null = null, isMore = true; isMore; ) {
    signal.throwIfAborted()
    const batch = await db.withTenant(merchantId, (tx) =>
      deleteOldBatch(tx, { table, merchantId, column, before, after, limit }),
    )
    rows += batch.count
    after = batch.last
    isMore = batch.last !== null
  }
  return rows
}
