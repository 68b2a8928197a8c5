import { FORECAST_HORIZONS, type StockStatus, type TrendPeriod, type TrendSort } from '@stockcast/contract'
import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import { fitsSearch } from '../../database/search.ts'
import { type DaySums, expectedLostSalesWithin, onSale, sumDays } from './sums/queries.ts'

export type ShopDayRow = DaySums & { expectedLostSales: number[] | null }

/**
 * Returns the days of the shop, one element each, given in order. Sums those now that were not summed yet, or
 * whose sales were written since.
 */
export async function listShopDays(
  tx: Tx,
  key: { merchantId: number; days: readonly string[] },
): Promise<ShopDayRow[]> {
  const { merchantId, days } = key
  const { rows: kept } = await sql<Omit<ShopDayRow, 'unitsSold'> & { unitsSold: number | null }>`
    select d.day, case when not exists (
        select from stale_days s where s.merchant_id = ${merchantId} and s.day = d.day
      ) then d.units_sold end as "unitsSold",
      d.units_from_stock as "unitsFromStock", d.closing_stock as "closingStock", d.variants_known as "variantsKnown",
      d.variants_out_of_stock as "variantsOutOfStock", d.expected_lost_sales as "expectedLostSales"
    from shop_days d
    where d.merchant_id = ${merchantId} and d.day = any(${days}::date[])
  `.execute(tx)
  const byDay = new Map(kept.map((row) => [row.day, row]))
  const missing = days.filter((day) => (byDay.get(day)?.unitsSold ?? null) === null)
  const summed = new Map((await sumDays(tx, { merchantId, days: missing })).map((sums) => [sums.day, sums]))
  return days.map((day) => {
    const row = { ...byDay.get(day), ...summed.get(day) } as ShopDayRow
    return { ...row, expectedLostSales: byDay.get(day)?.expectedLostSales ?? null }
  })
}

export async function findShopForecast(
  tx: Tx,
  merchantId: number,
): Promise<{ origin: string; distribution: number[] } | undefined> {
  return tx
    .selectFrom('shop_forecasts')
    .select(['origin', 'distribution'])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
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

/**
 * Sums the current stock over all variants on sale, in one statement: variants that run out at the same times
 * are counted first.
 */
export async function sumStock(tx: Tx, merchantId: number): Promise<StockSums> {
  const values = FORECAST_HORIZONS.map(expectedLostSalesWithin)
  const { rows } = await sql<StockSums>`
    with together as (
      select o.days_low as low, case when o.projection_kind <> 'beyond' then o.days_until_stockout end as likely,
        o.days_high as high,
        o.projection_kind in ('out_of_stock', 'beyond', 'days') and not v.sells_without_stock as runs_out,
        count(*) as variants, sum(greatest(o.available, 0)) as stock, sum(o.expected_daily_demand) as daily_demand,
        count(*) filter (where o.available <= 0 and not v.sells_without_stock) as out_of_stock,
        ${sql.join(values.map((value) => sql`sum(${value}) as ${value}`))}
      from (${onSale(merchantId)}) v
      join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
      group by 1, 2, 3, 4
    )
    select coalesce(sum(variants), 0) as variants, coalesce(sum(stock), 0) as stock,
      coalesce(sum(daily_demand), 0)::float8 as "expectedDailyDemand",
      coalesce(sum(out_of_stock), 0) as "outOfStock",
      array[${sql.join(values.map((value) => sql`sum(${value})::float8`))}] as "expectedLostSales",
      coalesce(
        json_agg(json_build_object('low', low, 'likely', likely, 'high', high, 'variants', variants))
          filter (where runs_out),
        '[]') as stockouts
    from together
  `.execute(tx)
  return rows[0]!
}

export interface TrendVariant {
  variant_id: number
  title: string
  sku: string | null
  is_tracked: boolean
  price: number | null
  sells_without_stock: boolean
  available: number | null
  expected_daily_demand: number | null
}

export async function findTrendVariant(
  tx: Tx,
  key: { merchantId: number; variantId: number },
): Promise<TrendVariant | undefined> {
  return tx
    .selectFrom('variants as v')
    .leftJoin('stock_projections as o', (join) =>
      join.onRef('o.variant_id', '=', 'v.variant_id').on('o.merchant_id', '=', key.merchantId),
    )
    .select([
      'v.variant_id',
      'v.title',
      'v.sku',
      'v.is_tracked',
      'v.price',
      'v.sells_without_stock',
      'o.available',
      'o.expected_daily_demand',
    ])
    .where('v.merchant_id', '=', key.merchantId)
    .where('v.variant_id', '=', key.variantId)
    .executeTakeFirst()
}

export interface TrendProductRow {
  variant_id: number
  title: string
  sku: string | null
  is_tracked: boolean
  status: StockStatus
  units_sold: number
  units_sold_before: number
  days_of_cover: number | null
  days_out_of_stock: number
  days_known: number
  expected_lost_sales: number | null
}

interface ProductFilter {
  merchantId: number
  period: TrendPeriod
  search: string
}

/** Selects every variant with its sums; zeros until they are first derived. */
function trendProducts({ merchantId, period, search }: ProductFilter) {
  const at = sql.lit(FORECAST_HORIZONS.indexOf(period) + 1)
  const isFound = fitsSearch(search)
  return sql`
    select v.variant_id, v.title, v.title_key, v.sku, v.is_tracked, coalesce(o.status, 'healthy') as status,
      coalesce(t.units_sold[${at}], 0) as units_sold, coalesce(t.units_sold_before[${at}], 0) as units_sold_before,
      coalesce(t.days_out_of_stock[${at}], 0) as days_out_of_stock, coalesce(t.days_known[${at}], 0) as days_known,
      ${expectedLostSalesWithin(period)} as expected_lost_sales,
      case when v.is_tracked and o.expected_daily_demand > 0
        then greatest(o.available, 0) / o.expected_daily_demand::float8 end as days_of_cover
    from variants v
    left join variant_trends t on t.merchant_id = ${merchantId} and t.variant_id = v.variant_id
    left join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
    where v.merchant_id = ${merchantId} and ${isFound}`
}

/** Growth is infinite when nothing sold before, and unknown when nothing sold at all. */
const change = sql`case when units_sold_before > 0 then units_sold::float8 / units_sold_before
  when units_sold > 0 then 'infinity'::float8 end`

const sortColumns = {
  title: sql`title_key`,
  unitsSold: sql`units_sold`,
  change,
  daysOfCover: sql`days_of_cover`,
  daysOutOfStock: sql`days_out_of_stock`,
  expectedLostSales: sql`expected_lost_sales`,
} satisfies Record<TrendSort, unknown>

/**
 * Lists the ranking. Unknown values come last in either direction; ties are sorted by id, so that pages never
 * overlap.
 */
export async function listTrendProducts(
  tx: Tx,
  args: ProductFilter & {
    sort: TrendSort
    order: 'asc' | 'desc'
    /** null: all products. */
    page: { limit: number; offset: number } | null
  },
): Promise<TrendProductRow[]> {
  const part = args.page ? sql`limit ${args.page.limit} offset ${args.page.offset}` : sql``
  const direction = args.order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<TrendProductRow>`
    select * from (${trendProducts(args)}) ranked
    order by ${sortColumns[args.sort]} ${direction} nulls last, variant_id
    ${part}
  `.execute(tx)
  return rows
}

export async function countTrendProducts(tx: Tx, key: ProductFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${trendProducts(key)}) found
  `.execute(tx)
  return rows[0]!.count
}
