import type { ProductFilter, ProductSort, StockStatus } from '@stockcast/contract'
import { type Expression, type Selectable, type SqlBool, sql } from 'kysely'
import type { Tx, VariantsKey } from '../../kernel/database/app-database.ts'
import { fitsGroups, type GroupFilter, hasGroups } from '../../kernel/database/product-groups.ts'
import { fitsSearch } from '../../kernel/database/search.ts'
import type { Tables } from '../../kernel/database/tables.ts'
import { isOffSale, noCounts, type StatusCounts, shownStatus } from './totals/queries.ts'

/** Selects the stock: from the projection, or from the levels during the first sync, when there are no projections yet. */
function shownStock(merchantId: number) {
  return sql<number | null>`case
    when o.variant_id is not null then o.available
    when v.is_tracked then (
      select to_units(coalesce(sum(i.available), 0)) from stock_at_active_locations i
      where i.merchant_id = ${merchantId} and i.variant_id = v.variant_id)
    end`
}

/** A variant with its stock projection, whose columns are null until it is first derived. */
export interface VariantRow
  extends Pick<
      Tables['variants'],
      'variant_id' | 'product_id' | 'title' | 'sku' | 'is_tracked' | 'price' | 'sells_without_stock'
    >,
    Pick<Tables['products'], 'vendor'>,
    Nullable<Pick<Selectable<Tables['stock_projections']>, (typeof projectionColumns)[number]>> {
  sale_status: Tables['products']['status']
  is_put_together: boolean
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

const projectionColumns = [
  'available',
  'incoming',
  'not_in_store',
  'status',
  'projection_kind',
  'days_source',
  'days_until_stockout',
  'days_low',
  'days_high',
  'recommendation',
  'order_quantity',
  'order_by',
  'lead_time_stockout_probability',
  'lead_time_days',
] as const satisfies readonly (keyof Tables['stock_projections'])[]

export interface VariantFilter extends GroupFilter {
  merchantId: number
  search: string
  status: ProductFilter
  /** Whose stock, status and days count; absent: the shop's. */
  location?: number | undefined
}

const sortColumns = {
  title: sql`v.title_key`,
  stock: sql`o.available`,
  averageDailySales: sql`o.average_daily_sales`,
  daysUntilStockout: sql`o.days_until_stockout`,
  orderBy: sql`o.order_by`,
} satisfies Record<ProductSort, unknown>

/** A location has no order of its own: what runs out there first comes first. */
const columnsOfLocation: Partial<typeof sortColumns> = {
  averageDailySales: sql`o.units_sold_30`,
  orderBy: sql`o.days_until_stockout`,
}

function sortColumn({ sort, location }: PageFilter) {
  return (location === undefined ? undefined : columnsOfLocation[sort]) ?? sortColumns[sort]
}

type PageFilter = VariantFilter & {
  sort: ProductSort
  order: 'asc' | 'desc'
  limit: number
  offset: number
}

/** `found`: how many variants fit a search or classes; null without one. */
interface PagePlace {
  variantId: number
  found: number | null
}

/**
 * Returns the variants of one page. Products on sale come first, and unknown values last in either direction.
 * Ties are ordered by id, so that pages never overlap. Without a search, most pages show products on sale with
 * a known value and are read in the order of an index.
 */
export async function listVariantPage(tx: Tx, filter: PageFilter): Promise<PagePlace[]> {
  if (isCounted(filter) || filter.status === 'off_sale') return readPage(tx, filter)
  const rows = await readPage(tx, filter, comesFirst(filter))
  return rows.length === filter.limit ? rows : readPage(tx, filter)
}

/** Returns whether the rows of a page are counted, because no kept total says how many there are. */
function isCounted(filter: VariantFilter): boolean {
  return filter.search !== '' || hasGroups(filter)
}

/** Returns the condition that a variant is on sale and its value known; the few products off sale are hashed. */
function comesFirst(filter: PageFilter): Expression<SqlBool> {
  const isKnown = filter.sort === 'title' ? sql`true` : sql`${sortColumn(filter)} is not null`
  return sql<SqlBool>`${isKnown} and not (${isOffSale(filter.merchantId)})`
}

/**
 * Reads the columns needed for sorting and filtering, for all variants or only for those that come first. What a page shows of
 * its variants is another statement: two with few tables are planned faster than one with all of them.
 */
async function readPage(tx: Tx, filter: PageFilter, first?: Expression<SqlBool>): Promise<PagePlace[]> {
  const { merchantId, limit, offset, order } = filter
  const direction = sql.raw(order === 'asc' ? 'asc' : 'desc')
  // An index is not read backwards for an order with nulls last.
  const inOrder = sql`${sortColumn(filter)} ${direction} ${first ? sql`` : sql`nulls last`}, v.variant_id`
  const conditions = [
    ...getConditions(filter),
    ...(isReadByTitle(filter) ? isKept(filter) : []),
    ...(first ? [first] : []),
  ]
  const { rows } = await sql<PagePlace>`
    select v.variant_id as "variantId", ${isCounted(filter) ? sql`count(*) over ()` : sql`null::bigint`} as found
    from variants v
    ${isReadByTitle(filter) ? sql`` : getProjection(filter)}
    where ${sql.join([sql`v.merchant_id = ${merchantId}`, ...conditions], sql` and `)}
    order by ${first ? inOrder : sql`${isOffSale(merchantId)}, ${inOrder}`}
    limit ${limit} offset ${offset}
  `.execute(tx)
  return rows
}

/** Returns whether a page is read in the order of the index by title, without figures. */
function isReadByTitle({ sort, status }: PageFilter): boolean {
  return sort === 'title' && status === 'all'
}

/** Returns the condition that a location keeps the variant, hashed, so that the index is still read up to the page alone. */
function isKept({ merchantId, location }: VariantFilter): Expression<SqlBool>[] {
  if (location === undefined) return []
  const kept = sql`select variant_id from location_projections where merchant_id = ${merchantId} and location_id = ${location}`
  return [sql<SqlBool>`case when v.variant_id in (${kept}) then true else false end`]
}

function getProjection({ merchantId, location }: Pick<VariantFilter, 'merchantId' | 'location'>) {
  return location === undefined
    ? sql`left join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id`
    : sql`join location_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
        and o.location_id = ${location}`
}

export async function countVariants(tx: Tx, filter: VariantFilter): Promise<number> {
  const conditions = [sql`v.merchant_id = ${filter.merchantId}`, ...getConditions(filter)]
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from variants v ${getProjection(filter)} where ${sql.join(conditions, sql` and `)}
  `.execute(tx)
  return rows[0]!.count
}

/** Counts the variants of these groups by status, whatever is searched. */
export async function countGroups(tx: Tx, filter: VariantFilter): Promise<StatusCounts> {
  const { merchantId } = filter
  const { rows } = await sql<{ status: StockStatus | 'off_sale'; count: number }>`
    select ${shownStatus(merchantId)} as status, count(*) as count from variants v ${getProjection(filter)}
    where ${sql.join([sql`v.merchant_id = ${merchantId}`, ...fitsGroups(filter)], sql` and `)}
    group by 1
  `.execute(tx)
  const counts = noCounts()
  for (const { status, count } of rows) counts[status] = count
  return counts
}

function getConditions(filter: VariantFilter): Expression<SqlBool>[] {
  const { merchantId, search, status } = filter
  const conditions: Expression<SqlBool>[] = fitsGroups(filter)
  if (status !== 'all') conditions.push(sql<SqlBool>`${shownStatus(merchantId)} = ${status}`)
  if (search !== '') conditions.push(fitsSearch(search))
  return conditions
}

/** Returns variants in the order of their ids; skips those that do not exist. */
export async function listVariants(tx: Tx, key: VariantsKey): Promise<VariantRow[]> {
  const { merchantId, variantIds } = key
  const projected = projectionColumns.map((column) => sql.ref(`o.${column}`))
  const { rows } = await sql<VariantRow & { is_projected: boolean }>`
    select v.variant_id, v.product_id, v.title, v.sku, v.is_tracked, v.price, v.sells_without_stock,
      p.vendor, p.status as sale_status, o.variant_id is not null as is_projected,
      exists (select from bundles b
        where b.merchant_id = ${merchantId} and b.bundle_id = v.variant_id and b.kind <> 'assembly') as is_put_together, ${sql.join(projected)}
    from variants v
    join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    ${getProjection({ merchantId })}
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds})
  `.execute(tx)
  const unprojected = rows.filter((row) => row.is_tracked && !row.is_projected)
  if (unprojected.length > 0) await addStock(tx, { merchantId, rows: unprojected })
  const found = new Map(rows.map((row) => [row.variant_id, row]))
  return variantIds.flatMap((variantId) => found.get(variantId) ?? [])
}

/** Adds the stock of tracked variants without a projection. */
async function addStock(
  tx: Tx,
  { merchantId, rows }: { merchantId: number; rows: readonly VariantRow[] },
): Promise<void> {
  const variantIds = rows.map((row) => row.variant_id)
  const stock = await sql<{ variantId: number; available: number }>`
    select variant_id as "variantId", to_units(sum(available)) as available from stock_at_active_locations
    where merchant_id = ${merchantId} and variant_id = any(${variantIds})
    group by variant_id
  `.execute(tx)
  const known = new Map(stock.rows.map(({ variantId, available }) => [variantId, available]))
  for (const row of rows) row.available = known.get(row.variant_id) ?? 0
}

/** The columns of the inventory report, each as a list with one element for each variant. */
export interface ReportPart {
  title: string[]
  sku: (string | null)[]
  available: (number | null)[]
  averageDailySales: (number | null)[]
  daysUntilStockout: (number | null)[]
  status: (StockStatus | null)[]
  orderQuantity: (number | null)[]
  orderBy: (string | null)[]
  /** The last of the variants; null when there are none. */
  last: ReportPlace | null
}

export interface ReportPlace {
  titleKey: string
  variantId: number
}

/**
 * Returns variants by title, after the last one of the previous part. The lists leave the database as one JSON text,
 * which takes a third of the time of rows.
 */
export async function readReportPart(
  tx: Tx,
  key: GroupFilter & { merchantId: number; after: ReportPlace | null; limit: number },
): Promise<ReportPart> {
  const { merchantId, after, limit } = key
  const isAfter = after
    ? sql`(v.title_key, v.variant_id) > (${after.titleKey}, ${after.variantId}::bigint)`
    : sql`true`
  const listOf = (column: string) => sql`coalesce(array_agg(${sql.ref(column)}), '{}')`
  const lastOf = (column: string) => sql`(array_agg(${sql.ref(column)}))[count(*)]`
  const { rows } = await sql<{ part: ReportPart }>`
    select json_build_object(
      'title', ${listOf('title')}, 'sku', ${listOf('sku')}, 'available', ${listOf('available')},
      'averageDailySales', ${listOf('average_daily_sales')}, 'daysUntilStockout', ${listOf('days_until_stockout')},
      'status', ${listOf('status')}, 'orderQuantity', ${listOf('order_quantity')}, 'orderBy', ${listOf('order_by')},
      'last', case when count(*) > 0 then
        json_build_object('titleKey', ${lastOf('title_key')}, 'variantId', ${lastOf('variant_id')}) end) as part
    from (
      select v.variant_id, v.title, v.title_key, v.sku, ${shownStock(merchantId)} as available,
        o.average_daily_sales, o.days_until_stockout, o.status, o.order_quantity, o.order_by
      from variants v
      left join stock_projections o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
      where ${sql.join([sql`v.merchant_id = ${merchantId}`, isAfter, ...fitsGroups(key)], sql` and `)}
      order by v.title_key, v.variant_id
      limit ${limit}
    ) part
  `.execute(tx)
  return rows[0]!.part
}
