import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../launch/database.ts'

const LOOK_MS = 250

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
