import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'

// Makes a merchant who starts to use a number and a STOP from it wait for each other: whichever comes second
// sees the first.
const getLock = (phoneHash: string) => sql`pg_advisory_xact_lock(hashtextextended(${phoneHash}, 0))`

/** Returns when the number replied STOP; null when messages may be sent to it. */
export async function findStop(tx: Tx, phoneHash: string): Promise<Date | null> {
  await sql`select ${getLock(phoneHash)}`.execute(tx)
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
    select ${stop.phoneHash}, ${stop.at}::timestamptz from (select ${getLock(stop.phoneHash)}) as locked
    on conflict (phone_hash) do nothing
  `.execute(directory)
}

export async function removeStop(directory: Kysely<Tables>, phoneHash: string): Promise<void> {
  await sql`
    delete from sms_stops
    using (select ${getLock(phoneHash)}) as locked where phone_hash = ${phoneHash}
  `.execute(directory)
}
