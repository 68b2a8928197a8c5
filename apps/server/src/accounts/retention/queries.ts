import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { type Batch, deleteBatch, type Place } from '../../kernel/database/delete-batch.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import type { TenantTable } from '../../kernel/database/tenant-tables.ts'

type Condition = (merchantId: number, before: Date) => RawBuilder<unknown>

/** Conditions under which old rows may be deleted: the others are the `spared` rows of the rule. */
const mayGo: Partial<Record<string, Condition>> = {
  alerts: () => sql`resolved and (resolved_by = 'system' or cleared_at is not null)`,
  billing_events: () => sql`applied_at is not null`,
  deliveries: () => sql`status not in ('queued', 'sending', 'retrying')`,
  imports: () => sql`status not in ('checking', 'applying')`,
  reconcile_runs: (merchantId) =>
    sql`id <> all (array(select max(id) from reconcile_runs where merchant_id = ${merchantId} group by kind))`,
  stock_daily: (_, before) => sql`coalesce(last_day, day) < ${asDay(before)}`,
  sync_runs: (merchantId) =>
    sql`id <> all (array(select max(id) from sync_runs where merchant_id = ${merchantId} group by status))`,
  webhook_inbox: (merchantId) => sql`(status = 'applied' or not exists (
    select from shop_connections c where c.merchant_id = ${merchantId} and c.status = 'connected'))`,
}

/**
 * Returns an instant as a value that days are compared with. A comparison of a day with the instant itself depends on the
 * time zone of the session, by which a cluster refuses to delete.
 */
function asDay(instant: Date): RawBuilder<unknown> {
  return sql`(${instant}::timestamptz at time zone 'UTC')`
}

/** Tables that have a condition, so that a test can compare them with the rules. */
export const conditionalTables: readonly string[] = Object.keys(mayGo)

/** Deletes some rows of the merchant that are older than `before`, the next ones by key. */
export async function deleteOldBatch(
  tx: Tx,
  args: {
    table: TenantTable
    merchantId: number
    column: string
    before: Date
    after: Place | null
    limit: number
  },
): Promise<Batch> {
  const { table, merchantId, column, before, after, limit } = args
  const condition = mayGo[table.name]?.(merchantId, before) ?? sql`true`
  const limitOfAge = column === 'day' ? asDay(before) : sql`${before}::timestamptz`
  const isOldEnough = sql`merchant_id = ${merchantId}::bigint and ${sql.ref(column)} < ${limitOfAge} and ${condition}`
  return deleteBatch(tx, { table: table.name, key: table.key, condition: isOldEnough, after, limit })
}

export async function forgetComplianceRequests(directory: Kysely<Tables>, before: Date): Promise<void> {
  await sql`select forget_compliance_requests(${before})`.execute(directory)
}
