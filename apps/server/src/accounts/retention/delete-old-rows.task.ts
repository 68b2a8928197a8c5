import { DAY_MS, HOUR_SECONDS } from '@stockcast/contract'
import { forgetAudit } from '../../kernel/audit/queries.ts'
import type { MerchantKey } from '../../kernel/database/app-database.ts'
import { listTenantTables, type TenantTable } from '../../kernel/database/tenant-tables.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { deleteOldBatch } from './queries.ts'
import { type AgeRule, ageRules } from './rules.ts'

/** Deletes old rows of one merchant. */
export const deleteOldRowsTask = defineMerchantTask({
  name: 'delete-old-rows',
  one: 'queued-or-running',
  retryLimit: 5,
  expireInSeconds: 2 * HOUR_SECONDS,
})

const ROWS_PER_STEP = 2000

/**
 * Deletes rows of a merchant that are older than their rule allows, some in each transaction. It ends the
 * same after a second run or a kill. Returns how many rows it deleted.
 */
export async function deleteOldRows(
  kernel: Pick<Kernel, 'clock' | 'db' | 'log'>,
  { merchantId }: MerchantKey,
  signal: AbortSignal,
  rowsPerStep = ROWS_PER_STEP,
): Promise<number> {
  const tables = await listTenantTables(kernel.db.directory)
  let rows = 0
  for (const table of tables) {
    const rule = ageRules[table.name]
    if (rule) rows += await deleteFrom(kernel, { table, rule, merchantId, signal, rowsPerStep })
  }
  await kernel.db.withTenant(merchantId, (tx) => forgetAudit(tx, aYearAgo(kernel)))
  if (rows > 0) kernel.log.info({ merchantId, rows }, 'old rows deleted')
  return rows
}

export function aYearAgo({ clock }: Pick<Kernel, 'clock'>): Date {
  return new Date(clock.now().getTime() - 365 * DAY_MS)
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
