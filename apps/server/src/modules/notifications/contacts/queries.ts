import { DAY_MS } from '@stockcast/contract'
import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'
import type { Tables } from '../../../database/tables.ts'

// Makes a merchant who starts to use a number and a STOP from it wait for each other: whichever comes second
// sees the first.
const lockOf = (phoneHash: string) => sql`pg_advisory_xact_lock(hashtextextended(${phoneHash}, 0))`

/** Returns when the number replied STOP; null when messages may be sent to it. */
export async function findStop(tx: Tx, phoneHash: string): Promise<Date | null> {
  await sql`select ${lockOf(phoneHash)}`.execute(tx)
  const row = await tx
    .selectFrom('sms_stops')
    .select('stopped_at')
    .where('phone_hash', '=', phoneHash)
    .executeTakeFirst()
  return row?.stopped_at ?? null
}

export async function saveStop(
  directory: Kysely<Tables>,
  stop: { phoneHash: string; at: Date },
): Promise<void> {
  await sql`
    insert into sms_stops (phone_hash, stopped_at)
    select ${stop.phoneHash}, ${stop.at}::timestamptz from (select ${lockOf(stop.phoneHash)}) as locked
    on conflict (phone_hash) do nothing
  `.execute(directory)
}

export async function removeStop(directory: Kysely<Tables>, phoneHash: string): Promise<void> {
  await sql`
    delete from sms_stops
    using (select ${lockOf(phoneHash)}) as locked where phone_hash = ${phoneHash}
  `.execute(directory)
}

/**
 * Counts a message to a contact, regardless of who sends it; returns false when `most` were sent within a day
 * of the first.
 */
export async function countContact(
  tx: Tx,
  { contactHash, now, most }: { contactHash: string; now: Date; most: number },
): Promise<boolean> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const isOver = sql`c.counted_from <= ${dayAgo}`
  const counted = await sql`
    insert into contact_counts as c (contact_hash, counted_from, count) values (${contactHash}, ${now}, 1)
    on conflict (contact_hash) do update set
      counted_from = case when ${isOver} then excluded.counted_from else c.counted_from end,
      count = case when ${isOver} then 1 else c.count + 1 end
    where ${isOver} or c.count < ${most}
    returning 1
  `.execute(tx)
  return counted.rows.length === 1
}

export async function deleteOldCounts(directory: Kysely<Tables>, now: Date): Promise<void> {
  await directory
    .deleteFrom('contact_counts')
    .where('counted_from', '<=', new Date(now.getTime() - DAY_MS))
    .execute()
}
