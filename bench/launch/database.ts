import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { insist, until } from './figures.ts'

const RETRY_MS = 50
const PATIENCE_MS = 60_000
const LOOK_MS = 250

/** Waits until a query finds nothing. */
export function untilNone(database: Database, query: string): Promise<void> {
  return until(`nothing from ${query}`, async () => (await database.rows(query)).length === 0, 600_000)
}

/** Waits until no job is due or running. */
export function untilIdle(database: Database): Promise<void> {
  return untilNone(
    database,
    `select 1 as one from jobs.job where state <= 'active' and start_after <= now() limit 1`,
  )
}

export type Database = ReturnType<typeof openDatabase>

/** Opens the product's database as superuser, and reconnects after PostgreSQL was killed. */
export function openDatabase(superuserUrl: string) {
  const pool = new Pool({ connectionString: superuserUrl, max: 2, connectionTimeoutMillis: 2000 })
  pool.on('error', () => undefined)
  const rows = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    insist(async () => (await pool.query<Row>(text, values)).rows, PATIENCE_MS, RETRY_MS)
  return {
    /** Runs a query, and retries for up to a minute while the server is unavailable. */
    rows,
    run: async (statements: readonly string[]) => {
      for (const statement of statements) await rows(statement)
    },
    /** Runs a query whose answer is one number. */
    number: async (text: string, values?: unknown[]) =>
      Number(Object.values((await rows(text, values))[0]!)[0]),
    close: () => pool.end(),
  }
}

/** Waits until these merchants have a forecast and no job is left. Returns the most connections that were open. */
export async function untilDone(database: Database, merchantIds: readonly number[]): Promise<number> {
  let most = 0
  for (;;) {
    const [found] = await database.rows<{ connections: number; left: number; waiting: number }>(
      `select (select count(*)::int from pg_stat_activity where usename = 'stockcast_app') as connections,
         (select count(*)::int from merchants where id = any($1::bigint[]) and forecast_as_of is null) as left,
         (select count(*)::int from jobs.job where state in ('created', 'retry', 'active')
           and name in ('forecast-shop', 'refresh-projections', 'refresh-catalogue', 'keep-totals')) as waiting`,
      [merchantIds],
    )
    most = Math.max(most, found!.connections)
    if (found!.left === 0 && found!.waiting === 0) return most
    await sleep(LOOK_MS)
  }
}
