import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import { DEMO_USER_DOMAIN } from '../../kernel/demo-user-email.ts'

/** Records that a demo begins; false when as many demo accounts exist as may. */
export async function beginDemoStart(
  directory: Kysely<Tables>,
  start: { email: string; live: number },
): Promise<boolean> {
  const { rows } = await sql<{ begun: boolean }>`
    select begin_demo(${start.email}, ${start.live}) as begun
  `.execute(directory)
  return rows[0]!.begun
}

export async function deleteDemoStart(directory: Kysely<Tables>, email: string): Promise<void> {
  await directory.deleteFrom('demo_starts').where('email', '=', email).execute()
}

/**
 * Removes the records of demos whose account is gone or was kept, except those whose account is being made.
 */
export async function deleteOldDemoStarts(directory: Kysely<Tables>): Promise<void> {
  await sql`
    delete from demo_starts d where d.started_at < current_timestamp - interval '1 hour'
      and not exists (select from auth_users u where u.email = d.email)
  `.execute(directory)
}

/**
 * Changes the user's address; false when it is no longer `from`, so that two calls at once change it once.
 */
export async function renameUser(
  tx: Tx,
  user: { userId: string; from: string; email: string; name: string },
): Promise<boolean> {
  const done = await sql`
    update auth_users
    set email = ${user.email}, name = ${user.name}, email_verified = false, updated_at = current_timestamp
    where id = ${user.userId} and email = ${user.from}
  `.execute(tx)
  return done.numAffectedRows === 1n
}

export async function insertPassword(tx: Tx, user: { userId: string; password: string }): Promise<void> {
  await sql`
    insert into auth_accounts (user_id, account_id, provider_id, password, updated_at)
    values (${user.userId}, ${user.userId}, 'credential', ${user.password}, current_timestamp)
  `.execute(tx)
}

/**
 * Gives a merchant an address and a trial from now on, even when the demo user's trial has ended. Billing
 * derives the rest.
 */
export async function renameMerchant(
  tx: Tx,
  merchant: { merchantId: number; email: string; trialEndsAt: Date; trialExtended: boolean },
): Promise<void> {
  const { merchantId, email, trialEndsAt, trialExtended } = merchant
  await tx
    .updateTable('merchant_directory')
    .set({ email, billing_due_at: null })
    .where('merchant_id', '=', merchantId)
    .execute()
  await tx
    .updateTable('merchants')
    .set({
      email,
      subscription_status: 'trial',
      trial_ends_at: trialEndsAt,
      trial_extended: trialExtended,
    })
    .where('id', '=', merchantId)
    .execute()
}

export interface DemoUser {
  userId: string
  merchantId: number
  /** Whether a session is left. Without one nobody can return to the account. */
  hasSession: boolean
}

export async function listDemoUsers(directory: Kysely<Tables>): Promise<DemoUser[]> {
  const found = await sql<DemoUser>`
    select u.id as "userId", m.merchant_id as "merchantId",
      exists (select from auth_sessions s where s.user_id = u.id and s.expires_at > current_timestamp) as "hasSession"
    from auth_users u join merchant_directory m on m.user_id = u.id
    where u.email like ${`%@${DEMO_USER_DOMAIN}`}
      -- A demo account that is being created has no session yet.
      and u.created_at < current_timestamp - interval '1 hour'
    order by m.merchant_id
  `.execute(directory)
  return found.rows
}
