import { sql } from 'kysely'
import type { Tx } from '../database/app-database.ts'
import type { RatedUse } from './quotas.ts'

/** Counts one more use, starting again when the first one is older than `withinMs`. One caller at a time. */
export async function countUse(
  tx: Tx,
  { merchantId, use, at, withinMs }: { merchantId: number; use: RatedUse; at: Date; withinMs: number },
): Promise<{ since: Date; uses: number }> {
  const oldest = new Date(at.getTime() - withinMs)
  // A clock that was turned back leaves times in the future.
  const isOver = sql`(u.since <= ${oldest}::timestamptz or u.since > ${at}::timestamptz)`
  const { rows } = await sql<{ since: Date; uses: number }>`
    insert into quota_uses as u (merchant_id, use, since, uses)
    values (${merchantId}, ${use}, ${at}, 1)
    on conflict (merchant_id, use) do update
    set since = case when ${isOver} then ${at}::timestamptz else u.since end,
      uses = case when ${isOver} then 1 else u.uses + 1 end
    returning since, uses
  `.execute(tx)
  return rows[0]!
}
