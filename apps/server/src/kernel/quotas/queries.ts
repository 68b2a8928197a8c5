import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Returns the address of a merchant's account, and whether it was never confirmed. */
export async function findAddress(
  db: Kysely<Tables>,
  merchantId: number,
): Promise<{ email: string; isUnconfirmed: boolean } | undefined> {
  const { rows } = await sql<{ email: string; isUnconfirmed: boolean }>`
    select d.email, coalesce(not u.email_verified, false) as "isUnconfirmed"
    from merchant_directory d left join auth_users u on u.id = d.user_id
    where d.merchant_id = ${merchantId}
  `.execute(db)
  return rows[0]
}

/** Returns which of these tables have more rows of a merchant than they may. Counts no further than that. */
export async function listFullTables<Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  { merchantId, most }: { merchantId: number; most: ReadonlyMap<Table, number> },
): Promise<Table[]> {
  if (most.size === 0) return []
  const counted = [...most].map(
    ([table, limit]) => sql`
      select ${table}::text as name from (
        select from ${sql.table(table)} where merchant_id = ${merchantId} limit ${limit + 1}
      ) rows having count(*) > ${limit}`,
  )
  const { rows } = await sql<{ name: Table }>`${sql.join(counted, sql` union all `)}`.execute(db)
  return rows.map(({ name }) => name)
}
