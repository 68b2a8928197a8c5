import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import type { Tables } from '../../database/tables.ts'
import { DEMO_USER_DOMAIN } from '../../demo-user-email.ts'

/**
 * A code is accepted in its own half minute and in the ones before and after, which is a minute and a half.
 */
const CODE_LIFE = '3 minutes'

/**
 * Returns whether a session is open by the database's clock. Sessions end in real time, like their tokens and
 * cookies.
 */
export async function isSessionOpen(
  directory: Kysely<Tables>,
  session: { sessionId: string; userId: string },
): Promise<boolean> {
  const found = await sql`
    select 1 from auth_sessions
    where id = ${session.sessionId} and user_id = ${session.userId} and expires_at > current_timestamp
  `.execute(directory)
  return found.rows.length === 1
}

export async function deleteExpiredSessions(directory: Kysely<Tables>): Promise<number> {
  const done = await sql`delete from auth_sessions where expires_at < current_timestamp`.execute(directory)
  return Number(done.numAffectedRows ?? 0)
}

/** Records that a demo begins and returns `begun`, or returns whose limit is reached. */
export async function beginDemoStart(
  directory: Kysely<Tables>,
  start: { email: string; caller: string; live: number; perAddress: number },
): Promise<'begun' | 'all' | 'caller'> {
  const { rows } = await sql<{ outcome: 'begun' | 'all' | 'caller' }>`
    select begin_demo(${start.email}, ${start.caller}, ${start.live}, ${start.perAddress}) as outcome
  `.execute(directory)
  return rows[0]!.outcome
}

/**
 * Removes the records of demos whose account is gone or was kept. Those of the last hour stay, because they
 * still count for their network address.
 */
export async function deleteOldDemoStarts(directory: Kysely<Tables>): Promise<void> {
  await sql`
    delete from demo_starts d where d.started_at < current_timestamp - interval '1 hour'
      and not exists (select from auth_users u where u.email = d.email)
  `.execute(directory)
}

export async function deleteExpiredVerifications(directory: Kysely<Tables>): Promise<number> {
  const done = await sql`delete from auth_verifications where expires_at < current_timestamp`.execute(
    directory,
  )
  return Number(done.numAffectedRows ?? 0)
}

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

/**
 * Updates when the session was last seen. Runs with each access token, so the time is accurate to some
 * minutes.
 */
export async function touchSession(directory: Kysely<Tables>, sessionId: string): Promise<void> {
  await sql`update auth_sessions set last_seen_at = current_timestamp where id = ${sessionId}`.execute(
    directory,
  )
}

export interface OpenSession {
  id: string
  user_agent: string | null
  created_at: Date
  last_seen_at: Date
}

export async function listOpenSessions(directory: Kysely<Tables>, userId: string): Promise<OpenSession[]> {
  const found = await sql<OpenSession>`
    select id, user_agent, created_at, coalesce(last_seen_at, updated_at) as last_seen_at from auth_sessions
    where user_id = ${userId} and expires_at > current_timestamp
    order by last_seen_at desc, id
  `.execute(directory)
  return found.rows
}

/** Ends all sessions of the user, or the one with this id. Returns how many ended. */
export async function deleteSessions(
  directory: Kysely<Tables>,
  key: { userId: string; sessionId?: string },
): Promise<number> {
  const isMeant = key.sessionId === undefined ? sql`true` : sql`id::text = ${key.sessionId}`
  const done = await sql`delete from auth_sessions where user_id = ${key.userId} and ${isMeant}`.execute(
    directory,
  )
  return Number(done.numAffectedRows ?? 0)
}

/** Ends every session of the user but this one. */
export async function deleteOtherSessions(
  directory: Kysely<Tables>,
  kept: { userId: string; sessionId: string },
): Promise<void> {
  await sql`delete from auth_sessions where user_id = ${kept.userId} and id <> ${kept.sessionId}`.execute(
    directory,
  )
}

export async function isUnconfirmed(directory: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await sql`select 1 from auth_users where id = ${userId} and not email_verified`.execute(
    directory,
  )
  return found.rows.length === 1
}

/** Marks the address as confirmed and removes two-step sign-in, which somebody else may have set up. */
export async function confirmByReset(directory: Kysely<Tables>, userId: string): Promise<void> {
  await sql`
    with removed as (delete from auth_two_factors where user_id = ${userId})
    update auth_users
    set email_verified = true, two_factor_enabled = false, updated_at = current_timestamp
    where id = ${userId}
  `.execute(directory)
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

/** Removes trusted devices, sign-ins that wait for their second step, and links for a new password. */
export async function forgetTrustedDevices(directory: Kysely<Tables>, userId: string): Promise<void> {
  await sql`delete from auth_verifications where value = ${userId}`.execute(directory)
}

export async function hasTwoFactor(directory: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await sql`select 1 from auth_users where id = ${userId} and two_factor_enabled`.execute(
    directory,
  )
  return found.rows.length === 1
}

/** Claims a correct code of the authenticator app; false when it was claimed before within its lifetime. */
export async function claimCode(
  directory: Kysely<Tables>,
  used: { userId: string; code: string },
): Promise<boolean> {
  const claimed = await sql`
    insert into auth_used_codes as u (user_id, code) values (${used.userId}, ${used.code})
    on conflict (user_id, code) do update set used_at = current_timestamp
      where u.used_at < current_timestamp - ${CODE_LIFE}::interval
    returning 1
  `.execute(directory)
  return claimed.rows.length === 1
}

/**
 * Removes counts of calls by network address. The longest window is ten minutes, and the library writes real
 * time.
 */
export async function deleteOldRateLimits(directory: Kysely<Tables>): Promise<void> {
  await sql`
    delete from auth_rate_limits
    where last_request < extract(epoch from current_timestamp - interval '1 day') * 1000
  `.execute(directory)
}

export async function deleteOldCodes(directory: Kysely<Tables>): Promise<void> {
  await sql`delete from auth_used_codes where used_at < current_timestamp - ${CODE_LIFE}::interval`.execute(
    directory,
  )
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

/** Records that the merchant's rows are to be removed, and removes the merchant from the directory. */
export async function insertErasure(
  tx: Tx,
  erasure: { merchantId: number; userId: string; at: Date },
): Promise<void> {
  const { merchantId, userId, at } = erasure
  await tx
    .insertInto('account_erasures')
    .values({ id: merchantId, user_id: userId, asked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.deleteFrom('merchant_directory').where('merchant_id', '=', merchantId).execute()
}

/** Deletes the rows of a merchant in tables without row-level security. */
export async function deletePlainRows(tx: Tx, merchantId: number): Promise<void> {
  await tx.deleteFrom('due_times').where('merchant_id', '=', merchantId).execute()
  await tx.deleteFrom('merchant_phones').where('merchant_id', '=', merchantId).execute()
}

export interface Erasure {
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

/** Returns the addresses to which mails for the user may be waiting. */
export async function listUserEmails(tx: Tx, key: { userId: string; merchantId: number }): Promise<string[]> {
  const found = await sql<{ email: string }>`
    select email from auth_users where id = ${key.userId}
    union select email from merchants where id = ${key.merchantId}
  `.execute(tx)
  return found.rows.map((row) => row.email)
}

/**
 * Deletes the user with passwords, sessions, second step, open links, and counts by the user's network
 * addresses.
 */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  await sql`
    delete from auth_rate_limits r using auth_sessions s
    where s.user_id = ${userId} and s.ip_address <> '' and starts_with(r.key, s.ip_address || '|')
  `.execute(tx)
  await sql`delete from auth_verifications where position(${userId} in value) > 0`.execute(tx)
  await sql`delete from auth_users where id = ${userId}`.execute(tx)
}

export async function isUser(directory: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await sql`select 1 from auth_users where id = ${userId}`.execute(directory)
  return found.rows.length === 1
}
