import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'

export interface CatalogSummary {
  variants: number
  soldInWindow: number
  /** The mean over tracked products that sell; null when there are none. */
  averageDays: number | null
  lowerQuartileDays: number | null
  upperQuartileDays: number | null
}

export async function summarizeCatalog(tx: Tx, merchantId: number): Promise<CatalogSummary> {
  const { rows } = await sql<CatalogSummary>`
    with selling as (
      select days_until_stockout as days from stock_projections
      where merchant_id = ${merchantId} and not is_quiet and units_sold_30 > 0
        and projection_kind in ('out_of_stock', 'beyond', 'days')
    )
    select (select count(*) from variants where merchant_id = ${merchantId}) as variants,
      (select count(*) from stock_projections where merchant_id = ${merchantId} and units_sold_30 > 0) as "soldInWindow",
      avg(days)::float8 as "averageDays",
      percentile_cont(0.25) within group (order by days) as "lowerQuartileDays",
      percentile_cont(0.75) within group (order by days) as "upperQuartileDays"
    from selling
  `.execute(tx)
  return rows[0]!
}

export async function listAlertTimes(
  tx: Tx,
  key: { merchantId: number; event: 'raised and active' | 'resolved'; since: Date },
): Promise<Date[]> {
  const { rows } =
    key.event === 'resolved'
      ? await sql<{ at: Date }>`
          select resolved_at as at from alerts
          where merchant_id = ${key.merchantId} and resolved_at >= ${key.since}`.execute(tx)
      : await sql<{ at: Date }>`
          select triggered_at as at from alerts
          where merchant_id = ${key.merchantId} and not resolved and triggered_at >= ${key.since}`.execute(tx)
  return rows.map((row) => row.at)
}
