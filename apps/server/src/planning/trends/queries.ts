import {
  FORECAST_HORIZONS,
  NO_SALES_DAYS,
  type TrendPeriod,
  type TrendProduct,
  type TrendSort,
} from '@stockcast/contract'
import type { EventEffect } from '@stockcast/forecasting'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { fitsGroups, type GroupFilter, hasGroups } from '../../kernel/database/product-groups.ts'
import { fitsSearch } from '../../kernel/database/search.ts'
import { expectedLostSalesWithin } from '../catalog/totals/queries.ts'
import { type DaySums, sumDays } from './sums/queries.ts'

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

/** Returns the events of the latest forecast, which all products of a shop share; none without one. */
export async function listForecastEvents(tx: Tx, merchantId: number): Promise<EventEffect[]> {
  const row = await tx
    .selectFrom('shop_forecasts as s')
    .innerJoin('forecasts as f', (join) =>
      join.onRef('f.merchant_id', '=', 's.merchant_id').onRef('f.origin', '=', 's.origin'),
    )
    .select(sql<EventEffect[] | null>`f.evidence->'events'`.as('events'))
    .where('s.merchant_id', '=', merchantId)
    .where('f.merchant_id', '=', merchantId)
    .limit(1)
    .executeTakeFirst()
  return row?.events ?? []
}

export type TrendVariant = NonNullable<Awaited<ReturnType<typeof findTrendVariant>>>

export async function findTrendVariant(tx: Tx, key: { merchantId: number; variantId: number }) {
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

interface ProductFilter extends GroupFilter {
  merchantId: number
  period: TrendPeriod
  search: string
}

/** Selects every variant, or these, with its sums; zeros until they are first derived. */
function trendProducts(filter: ProductFilter, condition = isFound(filter)) {
  const { merchantId, period } = filter
  const at = getPlace(period)
  return sql`
    select v.variant_id, v.title, v.title_key, v.sku, v.is_tracked, coalesce(o.status, 'healthy') as status,
      coalesce(t.units_sold[${at}], 0) as units_sold, coalesce(t.units_sold_before[${at}], 0) as units_sold_before,
      coalesce(t.days_out_of_stock[${at}], 0) as days_out_of_stock, coalesce(t.days_known[${at}], 0) as days_known,
      ${expectedLostSalesWithin(period)} as expected_lost_sales,
      case when v.is_tracked and o.expected_daily_demand > 0
        then least(${NO_SALES_DAYS}, greatest(o.available, 0) / o.expected_daily_demand::float8) end as days_of_cover
    from variants v
    left join variant_trends t on t.merchant_id = ${merchantId} and t.variant_id = v.variant_id
    left join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
    where v.merchant_id = ${merchantId} and ${condition}`
}

function isFound(filter: ProductFilter): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.join([fitsSearch(filter.search), ...fitsGroups(filter)], sql` and `)}`
}

/** Returns the place of a period in the arrays of `variant_trends`. */
function getPlace(period: TrendPeriod) {
  return sql.lit(FORECAST_HORIZONS.indexOf(period) + 1)
}

/** Selects the growth, which is infinite when nothing sold before, and unknown when nothing sold at all. */
function growth(sold: RawBuilder<unknown>, before: RawBuilder<unknown>) {
  return sql`case when ${before} > 0 then ${sold}::float8 / ${before} when ${sold} > 0 then 'infinity'::float8 end`
}

const sortColumns = {
  title: sql`title_key`,
  unitsSold: sql`units_sold`,
  change: growth(sql`units_sold`, sql`units_sold_before`),
  daysOfCover: sql`days_of_cover`,
  daysOutOfStock: sql`days_out_of_stock`,
  expectedLostSales: sql`expected_lost_sales`,
} satisfies Record<TrendSort, unknown>

/**
 * Returns the table that alone knows a value, and which of its rows come before all others; null for values
 * that need several tables.
 */
function firstRows({ sort, order, period }: Ranking) {
  const at = getPlace(period)
  if (sort === 'expectedLostSales') {
    const value = expectedLostSalesWithin(period)
    return { table: sql`stock_projections`, value, areFirst: sql`${value} is not null` }
  }
  if (sort === 'change') {
    const value = growth(sql`units_sold[${at}]`, sql`units_sold_before[${at}]`)
    return { table: sql`variant_trends`, value, areFirst: sql`${value} is not null` }
  }
  if (order === 'asc' || (sort !== 'unitsSold' && sort !== 'daysOutOfStock')) return null
  const value = sort === 'unitsSold' ? sql`units_sold[${at}]` : sql`days_out_of_stock[${at}]`
  return { table: sql`variant_trends`, value, areFirst: sql`${value} > 0` }
}

interface Ranking extends ProductFilter {
  sort: TrendSort
  order: 'asc' | 'desc'
  /** null: all products. */
  page: { limit: number; offset: number } | null
}

/**
 * Lists the ranking. Unknown values come last in either direction; ties are sorted by id, so that pages never
 * overlap. Most pages are found in one table, and only their rows are read completely.
 */
export async function listTrendProducts(tx: Tx, args: Ranking): Promise<TrendProduct[]> {
  const { merchantId, search, page } = args
  const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
  const first = search === '' && !hasGroups(args) ? firstRows(args) : null
  if (page && first) {
    const found = sql<SqlBool>`v.variant_id in (
      select variant_id from ${first.table} where merchant_id = ${merchantId} and ${first.areFirst}
      order by ${first.value} ${getDirection(args)}, variant_id ${part})`
    const rows = await readRanking(tx, args, { products: trendProducts(args, found), part: sql`` })
    if (rows.length === page.limit) return rows
  }
  return readRanking(tx, args, { products: trendProducts(args), part })
}

async function readRanking(
  tx: Tx,
  ranking: Ranking,
  { products, part }: { products: RawBuilder<unknown>; part: RawBuilder<unknown> },
): Promise<TrendProduct[]> {
  const { rows } = await sql<TrendProduct>`
    select variant_id as "variantId", title, sku, is_tracked as "isTracked", status, units_sold as "unitsSold",
      units_sold_before as "unitsSoldBefore", days_of_cover as "daysOfCover", days_out_of_stock as "daysOutOfStock",
      days_known as "daysKnown", expected_lost_sales as "expectedLostSales"
    from (${products}) ranked
    order by ${sortColumns[ranking.sort]} ${getDirection(ranking)} nulls last, variant_id
    ${part}
  `.execute(tx)
  return rows
}

function getDirection({ order }: Pick<Ranking, 'order'>) {
  return order === 'asc' ? sql`asc` : sql`desc`
}

export async function countTrendProducts(tx: Tx, key: ProductFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${trendProducts(key)}) found
  `.execute(tx)
  return rows[0]!.count
}
