import { type Kysely, sql } from 'kysely'
import type { Tx } from '../kernel/database/app-database.ts'
import type { Tables } from '../kernel/database/tables.ts'

/** Marks the welcome mail as sent and returns when the trial ends; null when it was marked before. */
export async function claimWelcomeMail(tx: Tx, key: { merchantId: number }, at: Date): Promise<Date | null> {
  const claimed = await tx
    .updateTable('merchants')
    .set({ welcome_mail_at: at })
    .where('id', '=', key.merchantId)
    .where('welcome_mail_at', 'is', null)
    .returning('trial_ends_at')
    .executeTakeFirst()
  return claimed?.trial_ends_at ?? null
}

export async function findUserByEmail(tx: Tx, email: string): Promise<{ id: string } | undefined> {
  const found = await sql<{ id: string }>`select id from auth_users where email = ${email}`.execute(tx)
  return found.rows[0]
}

export async function isUnconfirmed(directory: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await sql`select 1 from auth_users where id = ${userId} and not email_verified`.execute(
    directory,
  )
  return found.rows.length === 1
}

/**
 * Marks the address as confirmed and removes two-step sign-in, which somebody else may have set up. Returns whether there
 * was one.
 */
export async function confirmByReset(directory: Kysely<Tables>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    with removed as (delete from auth_two_factors where user_id = ${userId} returning verified)
    update auth_users
    set email_verified = true, two_factor_enabled = false, updated_at = current_timestamp
    where id = ${userId}
    returning exists (select from removed where verified) as had
  `.execute(directory)
  return rows[0]?.had ?? false
}

/** Stores a link for a new password, which works for one hour of real time. */
export async function insertResetLink(
  directory: Kysely<Tables>,
  link: { identifier: string; userId: string },
): Promise<void> {
  await sql`
    insert into auth_verifications (identifier, value, expires_at)
    values (${link.identifier}, ${link.userId}, current_timestamp + interval '1 hour')
  `.execute(directory)
}

export async function hasTwoFactor(directory: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await sql`select 1 from auth_users where id = ${userId} and two_factor_enabled`.execute(
    directory,
  )
  return found.rows.length === 1
}

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
