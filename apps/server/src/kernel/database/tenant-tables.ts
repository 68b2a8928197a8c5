import { type Kysely, sql } from 'kysely'
import type { Tx } from './app-database.ts'
import { type Batch, deleteBatch, type Place } from './delete-batch.ts'
import type { Tables } from './tables.ts'

export interface TenantTable {
  name: string
  /** The column that names the merchant of a row: `merchant_id`, and `id` in `merchants`. */
  tenantColumn: string
  /** The columns of the primary key in order, with their types. */
  key: readonly { name: string; type: string }[]
  /** Tables that its rows refer to. */
  parents: readonly string[]
}

/**
 * Returns every table from which the caller may delete rows of merchants, as the database's own catalogue
 * lists them, children before parents. Rows of the audit log, from which nobody may delete, are deleted with
 * their merchant.
 */
export async function listTenantTables(db: Kysely<Tables>): Promise<TenantTable[]> {
  const tables = await sql<TenantTable>`
    select c.relname as name,
      case when exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and not a.attisdropped
      ) then 'merchant_id' else 'id' end as "tenantColumn",
      (
        select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality k (attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and k.place <= i.indnkeyatts
          and a.attrelid = c.oid and a.attnum = k.attnum
      ) as key,
      coalesce((
        select jsonb_agg(distinct k.confrelid::regclass::text)
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
      ), '[]') as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
      and has_table_privilege(c.oid, 'delete')
    order by c.relname
  `.execute(db)
  return childrenFirst(tables.rows)
}

function childrenFirst(tables: readonly TenantTable[]): TenantTable[] {
  const sorted: TenantTable[] = []
  const visit = (table: TenantTable) => {
    if (sorted.includes(table)) return
    for (const child of tables) if (child.parents.includes(table.name)) visit(child)
    sorted.push(table)
  }
  for (const table of tables) visit(table)
  return sorted
}

/** Deletes some rows of the merchant from one table, the next ones by key. */
export async function deleteTenantBatch(
  tx: Tx,
  args: {
    table: TenantTable
    merchantId: number
    after: Place | null
    limit: number
    column?: string | undefined
  },
): Promise<Batch> {
  const { table, merchantId, after, limit, column } = args
  const condition = sql`${sql.ref(table.tenantColumn)} = ${merchantId}::bigint`
  return deleteBatch(tx, { table: table.name, key: table.key, condition, after, limit, column })
}
