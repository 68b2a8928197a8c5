import { MINUTE_MS } from '@stockcast/contract'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { Rule } from './rules.ts'

/** How far ahead the clock of another process may be. Later times were stored before a clock was moved back. */
const CLOCK_DIFFERENCE_MS = MINUTE_MS

type Taken = { isTaken: true; at: Date } | { isTaken: false; waitMs: number }

/**
 * Counts one use of `key`, unless the rule's limit is reached. Counting locks the row until the transaction
 * ends, so concurrent uses are all counted, and a use whose transaction fails is not counted.
 */
export async function take(
  db: Kysely<Tables>,
  { key, rule, at }: { key: string; rule: Rule; at: Date },
): Promise<Taken> {
  const now = sql`${at}::timestamptz`
  const after = sql`${new Date(at.getTime() - rule.withinMs)}::timestamptz`
  const until = sql`${new Date(at.getTime() + CLOCK_DIFFERENCE_MS)}::timestamptz`
  const forgetAt = new Date(at.getTime() + rule.withinMs)
  const currentTimes = sql`array(select t from unnest(c.times) t where t > ${after} and t <= ${until} order by t)`
  const isEach = rule.window === 'each'
  const uses = isEach
    ? sql`cardinality(${currentTimes})`
    : sql`case when ${currentTimes} = '{}' then 0 else c.uses end`
  const times = {
    each: sql`${currentTimes} || ${now}`,
    first: sql`case when ${currentTimes} = '{}' then array[${now}] else c.times end`,
    last: sql`array[${now}]`,
  }[rule.window]
  const { rows } = await sql<{ isTaken: boolean; since: Date | null }>`
    with taken as (
      insert into limit_counts as c (key, times, uses, forget_at)
      values (${key}, array[${now}], 1, ${forgetAt})
      on conflict (key) do update set
        times = ${times}, uses = ${uses} + 1, forget_at = excluded.forget_at
      where ${uses} < ${rule.most}
      returning 1
    )
    select exists (select from taken) as "isTaken",
      (select min(t) from limit_counts c, unnest(c.times) t
        where c.key = ${key} and t > ${after} and t <= ${until}) as since
  `.execute(db)
  const { isTaken, since } = rows[0]!
  if (isTaken) return { isTaken, at }
  const oldest = since ?? at
  return { isTaken, waitMs: oldest.getTime() + rule.withinMs - at.getTime() }
}

/** Removes one use that was counted by a rule with the window `each`. */
export async function giveBack(db: Kysely<Tables>, { key, at }: { key: string; at: Date }): Promise<void> {
  const place = sql`array_position(times, ${at}::timestamptz)`
  await sql`
    update limit_counts set times = times[:${place} - 1] || times[${place} + 1:], uses = uses - 1
    where key = ${key} and ${place} is not null
  `.execute(db)
}

/** Removes the count of a key, so that everything is allowed again. */
export async function forget(db: Kysely<Tables>, key: string): Promise<void> {
  await db.deleteFrom('limit_counts').where('key', '=', key).execute()
}

/** Deletes counts that limit nothing any more. */
export async function deleteOldCounts(db: Kysely<Tables>, now: Date): Promise<void> {
  await db.deleteFrom('limit_counts').where('forget_at', '<=', now).execute()
}
