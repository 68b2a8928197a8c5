import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'

/** How many open alerts were raised, or how many were resolved, at one moment. */
export interface AlertMoment {
  event: 'raised' | 'resolved'
  at: Date
  alerts: number
}

/** Counts open alerts by when they were raised, and those resolved since `resolvedSince`. */
export async function listAlertMoments(
  tx: Tx,
  key: { merchantId: number; resolvedSince: Date },
): Promise<AlertMoment[]> {
  const { merchantId, resolvedSince } = key
  const { rows } = await sql<AlertMoment>`
    select 'raised' as event, triggered_at as at, count(*) as alerts from alerts
    where merchant_id = ${merchantId} and not resolved
    group by triggered_at
    union all
    select 'resolved', resolved_at, count(*) from alerts
    where merchant_id = ${merchantId} and resolved_at >= ${resolvedSince}
    group by resolved_at
  `.execute(tx)
  return rows
}

export async function hasSoldBefore(tx: Tx, key: { merchantId: number; day: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('shop_days')
    .select('day')
    .where('merchant_id', '=', key.merchantId)
    .where('day', '<', key.day)
    .where('units_sold', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
