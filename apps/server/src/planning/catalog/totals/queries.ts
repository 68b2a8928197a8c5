import { FORECAST_HORIZONS, type StockStatus, type TrendPeriod } from '@stockcast/contract'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'

/** Variants by stock status. Products off sale count as off sale, whatever their stock. */
export type StatusCounts = Record<StockStatus | 'off_sale', number>

export const noCounts = (): StatusCounts => ({
  out_of_stock: 0,
  critical: 0,
  warning: 0,
  healthy: 0,
  off_sale: 0,
})

export interface CatalogSummary {
  variants: number
  /** Variants with a stock projection. */
  projected: number
  soldInWindow: number
  /** The mean over tracked products that sell; null when there are none. */
  averageDays: number | null
  lowerQuartileDays: number | null
  upperQuartileDays: number | null
  /** Variants that need an order today or within days. */
  toOrder: number
  /** The first of those, the highest expected lost sales first. */
  mostUrgent: number[]
}

export interface StockSums {
  variants: number
  stock: number
  /** Expected units a day over the next 30 days. */
  expectedDailyDemand: number
  outOfStock: number
  /** In the order of the horizons; null when no variant has a value. */
  expectedLostSales: (number | null)[]
  stockouts: StockoutDays[]
}

/** How many variants run out after how many days: with chances of 1 in 10, 5 in 10, and 9 in 10. */
export interface StockoutDays {
  low: number | null
  likely: number | null
  high: number | null
  variants: number
}

/** Sums over all variants of a merchant. */
export interface CatalogTotals {
  /** `places`: totals of the variants that each location keeps, by its id; only if the totals are kept. */
  counts: StatusCounts & { places?: Readonly<Record<string, StatusCounts>> }
  summary: CatalogSummary
  stock: StockSums
}

/**
 * Selects variants whose stock counts: tracked, and their product neither archived nor a draft nor a gift
 * card.
 */
export function onSale(merchantId: number) {
  return sql`
    select v.variant_id, v.sells_without_stock
    from variants v
    cross join lateral (
      select status, is_gift_card from products
      where merchant_id = ${merchantId} and product_id = v.product_id limit 1
    ) p
    where v.merchant_id = ${merchantId} and v.is_tracked and p.status in ('active', 'unlisted')
      and not p.is_gift_card`
}

/** Returns the column of `stock_projections` with the expected lost sales within this many days. */
export function expectedLostSalesWithin(days: TrendPeriod) {
  return sql.ref(`expected_lost_sales_${days}`)
}

/** Returns the condition that the variant `v` is off sale. */
export function isOffSale(merchantId: number) {
  return sql<boolean>`v.product_id in (
    select product_id from products where merchant_id = ${merchantId} and status in ('archived', 'draft'))`
}

/** Returns the status that lists show: a variant without a projection counts as healthy. */
export function shownStatus(merchantId: number) {
  return sql<StockStatus | 'off_sale'>`
    case when ${isOffSale(merchantId)} then 'off_sale' else coalesce(o.status, 'healthy') end`
}

/** Selects the variants that lists show with this status; with a location those that it keeps, by their status there. */
export function ofStatus(
  merchantId: number,
  { status, location }: { status: StockStatus | 'off_sale' | 'all'; location?: number | undefined },
) {
  const projections =
    location === undefined
      ? sql`left join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id`
      : sql`join location_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
          and o.location_id = ${location}`
  const fits = status === 'all' ? sql`true` : sql`${shownStatus(merchantId)} = ${status}`
  return sql`select v.variant_id from variants v ${projections} where v.merchant_id = ${merchantId} and ${fits}`
}

/** Counts by hashed look-ups and joins nothing, which stays fast while the planner has no statistics. */
export async function countByStatus(tx: Tx, merchantId: number): Promise<StatusCounts> {
  const { rows } = await sql<{ status: StockStatus | 'off_sale'; count: number }>`
    select status, count(*) as count from (
      select case when ${isOffSale(merchantId)} then 'off_sale' else 'healthy' end as status
      from variants v
      where v.merchant_id = ${merchantId}
        and v.variant_id not in (select variant_id from stock_projections where merchant_id = ${merchantId})
      union all
      select case when o.variant_id in (
          select v.variant_id from variants v
          where v.merchant_id = ${merchantId} and case when ${isOffSale(merchantId)} then true else false end
        ) then 'off_sale' else o.status end
      from stock_projections o
      where o.merchant_id = ${merchantId}
    ) as shown
    group by 1
  `.execute(tx)
  const counts = noCounts()
  for (const { status, count } of rows) counts[status] = count
  return counts
}

const MAX_URGENT = 7
const toOrder = sql<SqlBool>`recommendation ->> 'kind' in ('blocked', 'too_late', 'order_now', 'order_soon')`

export async function summarizeCatalog(tx: Tx, merchantId: number): Promise<CatalogSummary> {
  const sells = sql`not is_quiet and units_sold_30 > 0 and projection_kind in ('out_of_stock', 'beyond', 'days')`
  const quartile = (share: number) =>
    sql`percentile_cont(${sql.lit(share)}) within group (order by days_until_stockout) filter (where ${sells})`
  const { rows } = await sql<CatalogSummary>`
    select (select count(*) from variants where merchant_id = ${merchantId}) as variants,
      count(*) as projected, count(*) filter (where units_sold_30 > 0) as "soldInWindow",
      (avg(days_until_stockout) filter (where ${sells}))::float8 as "averageDays",
      ${quartile(0.25)} as "lowerQuartileDays", ${quartile(0.75)} as "upperQuartileDays",
      count(*) filter (where ${toOrder}) as "toOrder",
      (select coalesce(json_agg(variant_id), '[]') from (
        select variant_id from stock_projections
        where merchant_id = ${merchantId} and ${toOrder}
        order by expected_lost_sales desc nulls last, lead_time_stockout_probability desc nulls last, variant_id
        limit ${sql.lit(MAX_URGENT)}
      ) urgent) as "mostUrgent"
    from stock_projections where merchant_id = ${merchantId}
  `.execute(tx)
  return rows[0]!
}

/**
 * Sums the current stock over all variants on sale, in one statement: variants that run out at the same times
 * are counted first, then by each of the three times.
 */
export async function sumStock(tx: Tx, merchantId: number): Promise<StockSums> {
  const values = FORECAST_HORIZONS.map(expectedLostSalesWithin)
  const { rows } = await sql<StockSums>`
    with together as materialized (
      select o.days_low as low, case when o.projection_kind <> 'beyond' then o.days_until_stockout end as likely,
        o.days_high as high,
        o.projection_kind in ('out_of_stock', 'beyond', 'days') and not v.sells_without_stock as runs_out,
        count(*) as variants, sum(greatest(o.available, 0)) as stock, sum(o.expected_daily_demand) as daily_demand,
        count(*) filter (where o.available <= 0 and not v.sells_without_stock) as out_of_stock,
        ${sql.join(values.map((value) => sql`sum(${value}) as ${value}`))}
      from (${onSale(merchantId)}) v
      join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
      group by 1, 2, 3, 4
    ), stockouts as (
      select low, likely, high, sum(variants) as variants from together where runs_out
      group by grouping sets ((low), (likely), (high))
    )
    select coalesce(sum(variants), 0) as variants, coalesce(sum(stock), 0) as stock,
      coalesce(sum(daily_demand), 0)::float8 as "expectedDailyDemand",
      coalesce(sum(out_of_stock), 0) as "outOfStock",
      array[${sql.join(values.map((value) => sql`sum(${value})::float8`))}] as "expectedLostSales",
      (select coalesce(json_agg(s), '[]') from stockouts s) as stockouts
    from together
  `.execute(tx)
  return rows[0]!
}

/** Returns these parts of the kept totals; undefined when there are none or something was written since. */
export async function findKeptTotals<Part extends keyof CatalogTotals>(
  tx: Tx,
  key: { merchantId: number; parts: readonly Part[] },
): Promise<Pick<CatalogTotals, Part> | undefined> {
  const { merchantId, parts } = key
  const { rows } = await sql<Pick<CatalogTotals, Part>>`
    select ${sql.join(parts.map((part) => sql.ref(part)))} from catalog_totals
    where merchant_id = ${merchantId} and not exists (select from stale_totals where merchant_id = ${merchantId})
  `.execute(tx)
  return rows[0]
}

export async function saveTotals(
  tx: Tx,
  { merchantId, totals }: { merchantId: number; totals: CatalogTotals },
): Promise<void> {
  const { counts, summary, stock } = totals
  const values = {
    counts: JSON.stringify(counts),
    summary: JSON.stringify(summary),
    stock: JSON.stringify(stock),
  }
  await tx
    .insertInto('catalog_totals')
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute()
}
