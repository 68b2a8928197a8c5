import { sql } from 'kysely'
import { epochDay } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import { bulkUpsert } from '../../database/bulk-upsert.ts'
import type { Tables } from '../../database/tables.ts'
import { toUnits } from '../../database/units.ts'
import type { StockProjection, VariantState } from './derive-projection.ts'

export interface MerchantCalendar {
  timeZone: string
  countryCode: string | null
  forecastAsOf: Date | null
  /** Last time the stock agreed with the store; null before the first time. */
  stockAsOf: Date | null
  /** Whether there is a store to compare with. */
  hasStore: boolean
}

export async function findMerchantCalendar(
  tx: Tx,
  merchantId: number,
): Promise<MerchantCalendar | undefined> {
  const row = await tx
    .selectFrom('merchants as m')
    .leftJoin('shop_connections as c', (join) =>
      join.onRef('c.merchant_id', '=', 'm.id').on('c.merchant_id', '=', merchantId),
    )
    .select(['m.time_zone', 'm.country_code', 'm.forecast_as_of', 'm.stock_as_of', 'c.status'])
    .where('m.id', '=', merchantId)
    .executeTakeFirst()
  return (
    row && {
      timeZone: row.time_zone,
      countryCode: row.country_code,
      forecastAsOf: row.forecast_as_of,
      stockAsOf: row.stock_as_of,
      hasStore: row.status !== null,
    }
  )
}

/**
 * Allows one transaction per merchant at a time until it ends: stock projections and alerts are read, derived
 * and written together.
 */
export async function lockProjections(tx: Tx, merchantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stock_projections', ${merchantId}::bigint))`.execute(
    tx,
  )
}

/**
 * Returns the data from which stock projections are derived; `variantIds` null: the whole catalogue. One
 * statement joins the tables of the catalogue, stock, sales, forecasts and settings, so that 10,000 variants
 * are read at once.
 */
export async function listVariantStates(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[] | null; today: string; windowStart: string },
): Promise<VariantState[]> {
  const { merchantId, variantIds, today, windowStart } = key
  const isAsked = variantIds === null ? sql`true` : sql`variant_id = any(${variantIds})`
  const rows = await sql<StateRow>`
    with stock as (
      select variant_id, to_units(sum(available)) as available, to_units(sum(incoming)) as incoming
      from inventory_levels i
      where merchant_id = ${merchantId} and ${isAsked} and not exists (
        select from locations l
        where l.merchant_id = ${merchantId} and l.location_id = i.location_id and not l.is_active)
      group by variant_id
    ), sold as (
      select variant_id, to_units(sum(units_sold)) as units from sales_daily
      where merchant_id = ${merchantId} and ${isAsked} and day >= ${windowStart} and day < ${today}
      group by variant_id
    ), asked as (
      select variant_id, product_id, is_tracked, price from variants where merchant_id = ${merchantId} and ${isAsked}
    )
    select v.variant_id, v.is_tracked, v.price, p.status, p.is_gift_card,
      coalesce(stock.available, 0) as available, coalesce(stock.incoming, 0) as incoming,
      coalesce(sold.units, 0) as units_sold_30,
      exists (select from sales_daily s where s.merchant_id = ${merchantId} and s.variant_id = v.variant_id) as has_sold,
      array_to_json(f.distribution)::text as distribution, f.origin, o.safety_stock, o.lead_time_days
    from asked v
    join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    left join stock on stock.variant_id = v.variant_id
    left join sold on sold.variant_id = v.variant_id
    left join forecasts f on f.merchant_id = ${merchantId} and f.variant_id = v.variant_id
    left join variant_overrides o on o.merchant_id = ${merchantId} and o.variant_id = v.variant_id
    order by v.variant_id
  `.execute(tx)
  return rows.rows.map(variantState)
}

interface StateRow {
  variant_id: number
  is_tracked: boolean
  price: number | null
  status: Tables['products']['status']
  is_gift_card: boolean
  available: number
  incoming: number
  units_sold_30: number
  has_sold: boolean
  distribution: string | null
  origin: string | null
  safety_stock: number | null
  lead_time_days: number | null
}

function variantState(row: StateRow): VariantState {
  return {
    variantId: row.variant_id,
    isTracked: row.is_tracked,
    isOnSale: row.status !== 'archived' && row.status !== 'draft' && !row.is_gift_card,
    hasSold: row.has_sold,
    price: row.price,
    available: row.available,
    incoming: row.incoming,
    unitsSold30: row.units_sold_30,
    forecast:
      row.distribution === null || row.origin === null
        ? null
        : { distribution: JSON.parse(row.distribution) as number[], origin: epochDay(row.origin) },
    override: { safetyStock: row.safety_stock, leadTimeDays: row.lead_time_days },
  }
}

export async function saveProjections(
  tx: Tx,
  args: { merchantId: number; projections: readonly StockProjection[] },
): Promise<void> {
  await bulkUpsert(tx, {
    table: 'stock_projections',
    merchantId: args.merchantId,
    key: ['variant_id'],
    rows: args.projections.map((row) => ({
      ...row,
      // With the merchant's open orders it may be more than the store's own sum.
      incoming: toUnits(row.incoming),
      order_quantity: toUnits(row.order_quantity),
      reorder_point: toUnits(row.reorder_point),
    })),
    columns: {
      variant_id: 'bigint',
      is_quiet: 'boolean',
      available: 'integer',
      incoming: 'integer',
      units_sold_30: 'integer',
      average_daily_sales: 'real',
      status: 'text',
      projection_kind: 'text',
      days_source: 'text',
      days_until_stockout: 'integer',
      days_low: 'integer',
      days_high: 'integer',
      recommendation: 'jsonb',
      order_quantity: 'integer',
      order_by: 'date',
      reorder_point: 'integer',
      lead_time_stockout_probability: 'real',
      expected_lost_sales: 'real',
      expected_daily_demand: 'real',
      expected_lost_sales_7: 'real',
      expected_lost_sales_14: 'real',
      expected_lost_sales_30: 'real',
      expected_lost_sales_90: 'real',
      computed_for: 'date',
    },
  })
}
