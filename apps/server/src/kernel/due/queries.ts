import { sql } from 'kysely'
import type { Tx } from '../database/app-database.ts'
import { AT_ONCE, type DueKind } from './due-kinds.ts'

export interface DueKey {
  kind: DueKind
  merchantId: number
  /** Distinguishes pieces of work of one kind; empty when a merchant has only one. */
  lane?: string
}

/*
 * A transaction that changes a due time and queues the job changes the due time first. A schedule locks due times
 * and then queues jobs, so a transaction with the other order could deadlock with it.
 */

/** Sets when the work is due, whenever it was due before. */
export async function setDue(tx: Tx, { kind, merchantId, lane = '', dueAt }: DueKey & { dueAt: Date }) {
  await sql`
    insert into due_times (kind, merchant_id, lane, due_at, wanted_at)
    values (${kind}, ${merchantId}, ${lane}, ${dueAt}, ${wantedAt(dueAt)})
    on conflict (kind, merchant_id, lane) do update set due_at = excluded.due_at, wanted_at = excluded.wanted_at
  `.execute(tx)
}

/** Returns since when the work is wanted: from its due time, or from now on if it is due at once, whose due time is before all others. */
function wantedAt(dueAt: Date) {
  return dueAt.getTime() === AT_ONCE.getTime() ? sql`now()` : sql`${dueAt}`
}

/** Makes the work due at this time, unless it is due earlier. */
export async function setDueAtLatest(
  tx: Tx,
  { kind, merchantId, lane = '', dueAt }: DueKey & { dueAt: Date },
) {
  await sql`
    insert into due_times as d (kind, merchant_id, lane, due_at, wanted_at)
    values (${kind}, ${merchantId}, ${lane}, ${dueAt}, ${wantedAt(dueAt)})
    on conflict (kind, merchant_id, lane) do update set due_at = excluded.due_at,
      wanted_at = least(d.wanted_at, excluded.wanted_at)
    where d.due_at > excluded.due_at
  `.execute(tx)
}

/**
 * Makes other transactions that set this due time wait until this one ends, so that it can read what is left to
 * do and then set or clear the due time without overwriting theirs.
 */
export async function lockDue(tx: Tx, { kind, merchantId, lane = '' }: DueKey): Promise<void> {
  await sql`
    insert into due_times as d (kind, merchant_id, lane, due_at, wanted_at)
    values (${kind}, ${merchantId}, ${lane}, 'infinity', 'infinity')
    on conflict (kind, merchant_id, lane) do update set due_at = d.due_at
  `.execute(tx)
}

export async function clearDue(tx: Tx, { kind, merchantId, lane = '' }: DueKey): Promise<void> {
  await tx
    .deleteFrom('due_times')
    .where('kind', '=', kind)
    .where('merchant_id', '=', merchantId)
    .where('lane', '=', lane)
    .execute()
}

/** Makes all work of this kind of a merchant due at once, for example after the settings that decide its times have changed. */
export async function setAllDue(tx: Tx, { kind, merchantId }: Omit<DueKey, 'lane'>): Promise<void> {
  await tx
    .updateTable('due_times')
    .set({ due_at: AT_ONCE })
    .where('kind', '=', kind)
    .where('merchant_id', '=', merchantId)
    .execute()
}

/** Removes all due times of a merchant that are of these kinds. */
export async function clearDueOf(tx: Tx, merchantId: number, kinds: readonly DueKind[]): Promise<void> {
  await tx.deleteFrom('due_times').where('kind', 'in', kinds).where('merchant_id', '=', merchantId).execute()
}

export interface DueWork {
  merchantId: number
  lane: string
}

/**
 * Takes work that is due, the longest overdue first, and makes it due again at `againAt`; it stays wanted as before. Skips
 * what another transaction has locked, and removes due times of accounts that no longer exist. Rows are updated by `ctid`, so
 * that the plan is the same whatever the statistics of the table say. `isMore` tells whether the limit was reached.
 */
export async function takeDue(
  tx: Tx,
  { kind, now, againAt, limit }: { kind: DueKind; now: Date; againAt: Date; limit: number },
): Promise<{ work: DueWork[]; isMore: boolean }> {
  const { rows } = await sql<DueWork & { isAccount: boolean }>`
    with moved as (
      update due_times set due_at = ${againAt}
      where ctid = any (array(
        select ctid from due_times
        where kind = ${kind} and due_at <= ${now}
        order by due_at limit ${limit} for update skip locked
      ))
      returning merchant_id, lane
    )
    select t.merchant_id as "merchantId", t.lane, d.merchant_id is not null as "isAccount"
    from moved t left join merchant_directory d on d.merchant_id = t.merchant_id
  `.execute(tx)
  const gone = rows.filter(({ isAccount }) => !isAccount).map(({ merchantId }) => merchantId)
  if (gone.length > 0) {
    await tx.deleteFrom('due_times').where('kind', '=', kind).where('merchant_id', 'in', gone).execute()
  }
  const work = rows.flatMap(({ merchantId, lane, isAccount }) => (isAccount ? [{ merchantId, lane }] : []))
  return { work, isMore: rows.length === limit }
}

/** Makes work due now that was due only after `latest`. */
export async function setDueNowIfAfter(
  tx: Tx,
  { kind, now, latest }: { kind: DueKind; now: Date; latest: Date },
): Promise<void> {
  await tx
    .updateTable('due_times')
    .set({ due_at: now, wanted_at: now })
    .where('kind', '=', kind)
    .where('due_at', '>', latest)
    .execute()
}
