import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Tx = Transaction<Tables>

const RESERVED_CONNECTIONS = 2

export interface AppDatabase {
  /** Runs `work` in one transaction that sees and writes rows of this merchant only. */
  withTenant<T>(merchantId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /** The same on connections of its own: waits for no other work. For a few statements that must be durable at once. */
  withTenantAtOnce<T>(merchantId: number, work: (tx: Tx) => Promise<T>): Promise<T>
  /** For the tables outside the wall: directory and clock. */
  directory: Kysely<Tables>
  pool: pg.Pool
  close(): Promise<void>
}

const int8 = 20
const numeric = 1700
const date = 1082

// Ids and counts stay below 2^53; money has two decimals; a calendar day is a string, never an instant.
pg.types.setTypeParser(int8, Number)
pg.types.setTypeParser(numeric, Number)
pg.types.setTypeParser(date, (value) => value)

export function openDatabase(
  url: string,
  options: { poolSize: number; onError: (error: Error) => void },
): AppDatabase {
  const shared = { connectionString: url, connectionTimeoutMillis: 10_000, application_name: 'stockcast' }
  const pool = new pg.Pool({ ...shared, max: options.poolSize })
  // Kept open: making a connection takes longer than what it is for.
  const reserved = new pg.Pool({ ...shared, max: RESERVED_CONNECTIONS, idleTimeoutMillis: 0 })
  for (const each of [pool, reserved]) each.on('error', options.onError)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const atOnce = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: reserved }) })
  return {
    pool,
    directory: kysely,
    withTenant: tenantTransactions(kysely),
    withTenantAtOnce: tenantTransactions(atOnce),
    close: async () => {
      await atOnce.destroy()
      await kysely.destroy()
    },
  }
}

function tenantTransactions(kysely: Kysely<Tables>): AppDatabase['withTenant'] {
  return (merchantId, work) =>
    kysely.transaction().execute(async (tx) => {
      await sql`select set_tenant(${merchantId})`.execute(tx)
      return work(tx)
    })
}
