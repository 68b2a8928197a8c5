import { DEFAULT_LEAD_TIME_DAYS, DEFAULT_SAFETY_STOCK } from '@stockcast/contract'
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import type { Tables } from '../../database/tables.ts'

export async function findMerchantOfUser(
  directory: Kysely<Tables>,
  userId: string,
): Promise<number | undefined> {
  const row = await directory
    .selectFrom('merchant_directory')
    .select('merchant_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.merchant_id
}

export async function nextMerchantId(directory: Kysely<Tables>): Promise<number> {
  const next = await sql<{ id: number }>`select nextval('merchant_directory_merchant_id_seq') as id`.execute(
    directory,
  )
  return next.rows[0]!.id
}

/** False when the user or the address has a merchant already. */
export async function insertDirectoryRow(
  tx: Tx,
  row: { merchantId: number; userId: string; email: string; at: Date },
): Promise<boolean> {
  const inserted = await sql<{ merchant_id: number }>`
    insert into merchant_directory (merchant_id, user_id, email, created_at) overriding system value
    values (${row.merchantId}, ${row.userId}, ${row.email}, ${row.at})
    on conflict do nothing
    returning merchant_id
  `.execute(tx)
  return inserted.rows.length === 1
}

export async function insertMerchant(
  tx: Tx,
  row: { merchantId: number; email: string; trialEndsAt: Date; at: Date },
): Promise<void> {
  await tx
    .insertInto('merchants')
    .values({
      id: row.merchantId,
      email: row.email,
      shop_domain: `pending-${row.merchantId}`,
      trial_ends_at: row.trialEndsAt,
      created_at: row.at,
    })
    .execute()
  await tx
    .insertInto('settings')
    .values({
      merchant_id: row.merchantId,
      default_safety_stock: DEFAULT_SAFETY_STOCK,
      default_lead_time_days: DEFAULT_LEAD_TIME_DAYS,
    })
    .execute()
}
