import { sql } from 'kysely'
import type { Tx } from './app-database.ts'

/** Returns a function that takes this lock of a merchant until its transaction ends. */
export function merchantLock(name: string): (tx: Tx, merchantId: number) => Promise<void> {
  return async (tx, merchantId) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, ${merchantId}::bigint))`.execute(tx)
  }
}
