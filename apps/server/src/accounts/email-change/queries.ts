import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'

export interface EmailChange {
  userId: string
  email: string
  twoFactorId: string | null
}

/** Stores a link. The user's pending change and all expired links are removed. */
export async function insertEmailChange(
  tx: Tx,
  change: { tokenHash: string; userId: string; kind: 'change' | 'undo'; email: string; days: number },
): Promise<void> {
  const { tokenHash, userId, kind, email, days } = change
  await sql`
    delete from auth_email_changes where user_id = ${userId} and kind = 'change' or expires_at < current_timestamp
  `.execute(tx)
  await sql`
    insert into auth_email_changes (token_hash, user_id, kind, email, two_factor_id, expires_at)
    values (${tokenHash}, ${userId}, ${kind}, ${email},
      (select id from auth_two_factors where user_id = ${userId} and verified),
      current_timestamp + ${days} * interval '1 day')
  `.execute(tx)
}

/** Uses up a link; undefined when it is unknown, expired or used. */
export async function takeEmailChange(
  tx: Tx,
  link: { tokenHash: string; kind: 'change' | 'undo' },
): Promise<EmailChange | undefined> {
  const taken = await sql<EmailChange>`
    delete from auth_email_changes
    where token_hash = ${link.tokenHash} and kind = ${link.kind} and expires_at > current_timestamp
    returning user_id as "userId", email, two_factor_id as "twoFactorId"
  `.execute(tx)
  return taken.rows[0]
}

/** Returns the user of a link without using it up. */
export async function findEmailChangeUser(
  directory: Kysely<Tables>,
  link: { tokenHash: string; kind: 'change' | 'undo' },
): Promise<string | undefined> {
  const found = await sql<{ user_id: string }>`
    select user_id from auth_email_changes
    where token_hash = ${link.tokenHash} and kind = ${link.kind} and expires_at > current_timestamp
  `.execute(directory)
  return found.rows[0]?.user_id
}

/** Returns the address that waits to be confirmed; null without one. */
export async function findNewEmail(directory: Kysely<Tables>, userId: string): Promise<string | null> {
  const found = await sql<{ email: string }>`
    select email from auth_email_changes
    where user_id = ${userId} and kind = 'change' and expires_at > current_timestamp
  `.execute(directory)
  return found.rows[0]?.email ?? null
}

export async function findPassword(directory: Kysely<Tables>, userId: string): Promise<string | null> {
  const found = await sql<{ password: string | null }>`
    select password from auth_accounts where user_id = ${userId} and provider_id = 'credential'
  `.execute(directory)
  return found.rows[0]?.password ?? null
}

/** Returns the address of a user, who is locked until the transaction ends. */
export async function findEmailOfUser(tx: Tx, userId: string): Promise<string | undefined> {
  const found = await sql<{ email: string }>`
    select email from auth_users where id = ${userId} for update
  `.execute(tx)
  return found.rows[0]?.email
}

/** Removes links that have expired. */
export async function deleteExpiredEmailChanges(directory: Kysely<Tables>): Promise<void> {
  await sql`delete from auth_email_changes where expires_at < current_timestamp`.execute(directory)
}

/** Changes the address and marks it as confirmed, since its mailbox received the link. */
export async function updateEmail(
  tx: Tx,
  change: { userId: string; merchantId: number; email: string },
): Promise<void> {
  const { userId, merchantId, email } = change
  await sql`
    update auth_users set email = ${email}, name = ${email.split('@')[0]}, email_verified = true,
      updated_at = current_timestamp
    where id = ${userId}
  `.execute(tx)
  await tx.updateTable('merchant_directory').set({ email }).where('merchant_id', '=', merchantId).execute()
  await tx.updateTable('merchants').set({ email }).where('id', '=', merchantId).execute()
}

/**
 * Ends all access after an undo: whoever changed the address can no longer sign in, and their two-step
 * sign-in is removed. Returns whether there was one.
 */
export async function endAccess(
  tx: Tx,
  user: { userId: string; twoFactorId: string | null },
): Promise<boolean> {
  const { userId, twoFactorId } = user
  await sql`delete from auth_sessions where user_id = ${userId}`.execute(tx)
  await sql`delete from auth_verifications where value = ${userId}`.execute(tx)
  await sql`delete from auth_email_changes where user_id = ${userId}`.execute(tx)
  await sql`update auth_accounts set password = null where user_id = ${userId}`.execute(tx)
  const { rows: removed } = await sql<{ verified: boolean }>`
    delete from auth_two_factors where user_id = ${userId} and id is distinct from ${twoFactorId} returning verified
  `.execute(tx)
  await sql`
    update auth_users u set two_factor_enabled =
      exists (select from auth_two_factors f where f.user_id = u.id and f.verified)
    where id = ${userId}
  `.execute(tx)
  return removed.some(({ verified }) => verified)
}
