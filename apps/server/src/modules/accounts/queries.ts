import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import type { Tables } from '../../database/tables.ts'

/** Sessions end on real time, like the tokens and cookies that go with them, so the database's own clock decides. */
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

export async function deleteExpiredVerifications(directory: Kysely<Tables>): Promise<number> {
  const done = await sql`delete from auth_verifications where expires_at < current_timestamp`.execute(
    directory,
  )
  return Number(done.numAffectedRows ?? 0)
}

/** False when the welcome mail was taken on before. */
export async function claimWelcomeMail(tx: Tx, key: { merchantId: number }, at: Date): Promise<boolean> {
  const claimed = await tx
    .updateTable('merchants')
    .set({ welcome_mail_at: at })
    .where('id', '=', key.merchantId)
    .where('welcome_mail_at', 'is', null)
    .returning('id')
    .execute()
  return claimed.length === 1
}
