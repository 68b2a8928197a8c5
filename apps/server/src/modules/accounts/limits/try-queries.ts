import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../database/tables.ts'

const WINDOW = '15 minutes'

/**
 * Counts a try before it is checked, unless `limit` of them came in the last 15 minutes. Returns when it was
 * counted, or null. Counting locks the row, so that concurrent tries are all counted.
 */
export async function claimTry(
  directory: Kysely<Tables>,
  { subject, limit }: { subject: string; limit: number },
): Promise<string | null> {
  const claimed = await sql<{ at: string }>`
    insert into auth_tries as t (subject, tries, last_at)
    values (${subject}, array[clock_timestamp()], clock_timestamp())
    on conflict (subject) do update set
      tries = array(select each from unnest(t.tries) each
        where each > clock_timestamp() - ${WINDOW}::interval order by each) || excluded.tries,
      last_at = excluded.last_at
    where (select count(*) from unnest(t.tries) each
      where each > clock_timestamp() - ${WINDOW}::interval) < ${limit}
    returning tries[cardinality(tries)]::text as at
  `.execute(directory)
  return claimed.rows[0]?.at ?? null
}

/** Uncounts one try that was not wrong. */
export async function returnTry(
  directory: Kysely<Tables>,
  { subject, at }: { subject: string; at: string },
): Promise<void> {
  await sql`
    update auth_tries set tries = array_remove(tries, ${at}::timestamptz) where subject = ${subject}
  `.execute(directory)
}

export async function deleteTries(directory: Kysely<Tables>, subject: string): Promise<void> {
  await sql`delete from auth_tries where subject = ${subject}`.execute(directory)
}

export async function deleteOldTries(directory: Kysely<Tables>): Promise<void> {
  await sql`delete from auth_tries where last_at < current_timestamp - interval '1 hour'`.execute(directory)
}
