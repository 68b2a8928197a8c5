import { type Kysely, sql } from 'kysely'
import type { MemberKey, Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'

/** Records that the merchant's rows are to be removed, and removes the merchant from the directory. */
export async function insertErasure(tx: Tx, erasure: MemberKey & { at: Date }): Promise<void> {
  const { merchantId, userId, at } = erasure
  await tx
    .insertInto('account_erasures')
    .values({ id: merchantId, user_id: userId, asked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.deleteFrom('merchant_directory').where('merchant_id', '=', merchantId).execute()
}

interface Erasure {
  merchantId: number
  userId: string
  askedAt: Date
}

export async function listErasures(directory: Kysely<Tables>, limit: number): Promise<Erasure[]> {
  const rows = await directory
    .selectFrom('account_erasures')
    .select(['id as merchantId', 'user_id as userId', 'asked_at as askedAt'])
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows
}

/** Removes the record of a deletion; false when there is none, or it was made later. */
export async function deleteErasure(
  tx: Tx,
  key: { merchantId: number; askedBefore: Date },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('account_erasures')
    .where('id', '=', key.merchantId)
    .where('asked_at', '<=', key.askedBefore)
    .returning('id')
    .execute()
  return deleted.length > 0
}

/**
 * Removes the channels and the store connection before the many rows, so that nothing more is sent or
 * fetched.
 */
export async function cutOff(tx: Tx, merchantId: number): Promise<void> {
  for (const table of ['notification_channels', 'shop_connections'] as const) {
    await tx.deleteFrom(table).where('merchant_id', '=', merchantId).execute()
  }
}

/** Deletes the user with passwords, sessions, second step and open links. */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await sql`delete from auth_verifications where position(${userId} in value) > 0`.execute(tx)
  await sql`delete from auth_users where id = ${userId}`.execute(tx)
}

export async function isUser(directory: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await sql`select 1 from auth_users where id = ${userId}`.execute(directory)
  return found.rows.length === 1
}

/** Deletes the rows of a merchant in tables without row-level security. */
export async function deletePlainRows(tx: Tx, merchantId: number): Promise<void> {
  await tx.deleteFrom('due_times').where('merchant_id', '=', merchantId).execute()
  await tx.deleteFrom('merchant_phones').where('merchant_id', '=', merchantId).execute()
}
