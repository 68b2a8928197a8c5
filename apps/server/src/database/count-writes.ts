import { sql } from 'kysely'
import type { Tx } from './app-database.ts'

/**
 * Lets `refreshStatistics` see what this transaction writes as soon as it commits; a connection that rests afterwards
 * would tell its counts up to ten seconds later.
 */
export async function countWrites(tx: Tx): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(tx)
}
