import { type Kysely, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import type { Tables } from '../../../kernel/database/tables.ts'

/** Records that a customer is to be deleted at the payment provider; a second note changes nothing. */
export async function insertClosing(tx: Tx, closing: { customerId: string; at: Date }): Promise<void> {
  const { customerId, at } = closing
  await tx
    .insertInto('billing_closings')
    .values({ customer_id: customerId, asked_at: at, next_try_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Counts a try before it is made and sets when the next one is due, so that a try whose process dies is followed by another.
 * `waitsMs` has the wait after each try; the last one repeats. Returns the number of this try.
 */
export async function countTry(
  directory: Kysely<Tables>,
  closing: { customerId: string; at: Date; waitsMs: readonly [number, ...number[]] },
): Promise<{ tries: number; askedAt: Date }> {
  const { customerId, at, waitsMs } = closing
  const counted = await sql<{ tries: number; asked_at: Date }>`
    insert into billing_closings as c (customer_id, asked_at, tries, next_try_at)
    values (${customerId}, ${at}, 1, ${new Date(at.getTime() + waitsMs[0])})
    on conflict (customer_id) do update set
      tries = c.tries + 1,
      next_try_at = ${at}::timestamptz + interval '1 millisecond'
        * (${waitsMs}::bigint[])[least(c.tries + 1, ${waitsMs.length})]
    returning tries, asked_at
  `.execute(directory)
  const { tries, asked_at: askedAt } = counted.rows[0]!
  return { tries, askedAt }
}

/** Stores why the last try failed. */
export async function saveFault(
  directory: Kysely<Tables>,
  closing: { customerId: string; fault: string },
): Promise<void> {
  await directory
    .updateTable('billing_closings')
    .set({ fault: closing.fault })
    .where('customer_id', '=', closing.customerId)
    .execute()
}

export async function deleteClosing(directory: Kysely<Tables>, customerId: string): Promise<void> {
  await directory.deleteFrom('billing_closings').where('customer_id', '=', customerId).execute()
}

/** Returns the customers whose next try is due, the longest waiting first. */
export async function listDueClosings(
  directory: Kysely<Tables>,
  args: { now: Date; limit: number },
): Promise<string[]> {
  const rows = await directory
    .selectFrom('billing_closings')
    .select('customer_id')
    .where('next_try_at', '<=', args.now)
    .orderBy('next_try_at')
    .limit(args.limit)
    .execute()
  return rows.map((row) => row.customer_id)
}
