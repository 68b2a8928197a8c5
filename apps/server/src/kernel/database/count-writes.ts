import { sql } from 'kysely'
import type { Tx } from './app-database.ts'

/**
 * Makes the writes of this transaction visible to `refreshStatistics` as soon as it commits; a connection
 * that is idle afterwards would report its counts up to ten seconds later.
 */
export async function countWrites(tx: Tx): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(tx)
}
