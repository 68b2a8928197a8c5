import type { Role } from '@stockcast/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../kernel/database/tables.ts'

/**
 * A code is accepted for a minute and a half: in its own half minute, the one before and the one after. Twice that is safe.
 */
const CODE_LIFE = '3 minutes'

/**
 * Returns the account of a session's user and their role in a shop; undefined when the session has ended, the user does not
 * belong to the shop, or its owner signed them out since. Sessions end by the database's clock, in real time like their tokens
 * and cookies.
 */
export async function findCaller(
  directory: Kysely<Tables>,
  session: { sessionId: string; userId: string; merchantId: number },
): Promise<{ homeId: number; role: Role; recipientId: number } | undefined> {
  const { rows } = await sql<{ homeId: number; role: Role | null; recipientId: number }>`
    select d.merchant_id as "homeId", coalesce(m.recipient_id, 0) as "recipientId",
      case when d.merchant_id = ${session.merchantId} then 'owner' else m.role end as role
    from auth_sessions s
    join merchant_directory d on d.user_id = s.user_id
    left join memberships m on m.user_id = s.user_id and m.merchant_id = ${session.merchantId}
      and (m.signed_out_at is null or s.created_at > m.signed_out_at)
    where s.id = ${session.sessionId} and s.user_id = ${session.userId} and s.expires_at > current_timestamp
  `.execute(directory)
  const [found] = rows
  return found?.role ? { ...found, role: found.role } : undefined
}

export async function deleteExpiredSessions(directory: Kysely<Tables>): Promise<number> {
  const done = await sql`delete from auth_sessions where expires_at < current_timestamp`.execute(directory)
  return Number(done.numAffectedRows ?? 0)
}

export async function deleteExpiredVerifications(directory: Kysely<Tables>): Promise<number> {
  const done = await sql`delete from auth_verifications where expires_at < current_timestamp`.execute(
    directory,
  )
  return Number(done.numAffectedRows ?? 0)
}

/**
 * Updates when the session was last seen, and in which shop. Runs with each access token, so the time is accurate to some
 * minutes.
 */
export async function touchSession(
  directory: Kysely<Tables>,
  session: { sessionId: string; merchantId: number },
): Promise<void> {
  await sql`
    update auth_sessions set last_seen_at = current_timestamp, shop_id = ${session.merchantId} where id = ${session.sessionId}
  `.execute(directory)
}

interface OpenSession {
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
  const isThisSession = key.sessionId === undefined ? sql`true` : sql`id::text = ${key.sessionId}`
  const done =
    await sql`delete from auth_sessions where user_id = ${key.userId} and ${isThisSession}`.execute(directory)
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

/** Removes trusted devices, sign-ins that wait for their second step, and links for a new password. */
export async function forgetTrustedDevices(directory: Kysely<Tables>, userId: string): Promise<void> {
  await sql`delete from auth_verifications where value = ${userId}`.execute(directory)
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

export async function deleteOldCodes(directory: Kysely<Tables>): Promise<void> {
  await sql`delete from auth_used_codes where used_at < current_timestamp - ${CODE_LIFE}::interval`.execute(
    directory,
  )
}
