import { HOUR_MS } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../database/app-database.ts'

/** More jobs of a queue than this are not counted. */
const MAX_COUNTED = 10_000
/** Forecasts are due once a day, so a shop whose forecast is this late has one of more than 26 hours ago. */
const FORECAST_LATE_MS = 2 * HOUR_MS

/** Ends every statement of the transaction that takes longer. */
export async function limitStatements(tx: Tx, ms: number): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx)
}

export interface QueueFigure {
  name: string
  /** Jobs that are due and wait for a worker, at most 10,000. */
  waiting: number
  /** For how long the first of them has been due. */
  oldestSeconds: number
}

/** Lists all queues with the jobs that wait in them, read by the index of the waiting jobs. */
export async function listQueueFigures(tx: Tx): Promise<QueueFigure[]> {
  const { rows } = await sql<QueueFigure>`
    select q.name, f.waiting, f.oldest as "oldestSeconds"
    from jobs.queue q cross join lateral (
      select count(*) as waiting, coalesce(extract(epoch from now() - min(first.start_after)), 0) as oldest
      from (
        select j.start_after from jobs.job j
        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
        order by j.priority desc, j.created_on limit ${sql.lit(MAX_COUNTED)}
      ) as first
    ) as f
    where not starts_with(q.name, '__')`.execute(tx)
  return rows
}

export interface DueFigures {
  /** For how long the comparison that waits longest has been due. */
  comparisonSeconds: number
  forecastShops: number
  /** Shops whose forecast should have been made two hours ago or more. */
  lateForecasts: number
  /** Channels with a message that is due. */
  waitingChannels: number
  deliverySeconds: number
}

/** Returns how late the work of all merchants is. Counts forecasts in an index; everything else is its first entry. */
export async function readDueFigures(tx: Tx, now: Date): Promise<DueFigures> {
  const late = new Date(now.getTime() - FORECAST_LATE_MS)
  const { rows } = await sql<DueFigures>`
    select ${secondsSince('comparison', now)} as "comparisonSeconds",
      (select count(*) from due_times where kind = 'forecast') as "forecastShops",
      (select count(*) from due_times where kind = 'forecast' and wanted_at <= ${late}) as "lateForecasts",
      (select count(*) from due_times where kind = 'delivery' and wanted_at <= ${now}) as "waitingChannels",
      ${secondsSince('delivery', now)} as "deliverySeconds"`.execute(tx)
  return rows[0]!
}

function secondsSince(kind: 'comparison' | 'delivery', now: Date) {
  return sql`coalesce((select greatest(extract(epoch from ${now}::timestamptz - min(wanted_at)), 0)
    from due_times where kind = ${kind} and wanted_at <= ${now}), 0)`
}
