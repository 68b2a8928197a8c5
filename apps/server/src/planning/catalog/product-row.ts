import {
  FORECAST_HORIZON_DAYS,
  NO_SALES_DAYS,
  type ProductRow,
  type Projection,
  SALES_WINDOW_DAYS,
} from '@stockcast/contract'
import { dayFromEpoch, epochDay } from '../../kernel/calendar.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import { listPlaced, type PlacedFigures } from '../locations/listed-queries.ts'
import { listRowDays, type RecentDays, type RowDays } from './days/queries.ts'
import { listVariants, type VariantRow } from './queries.ts'

/** A variant as it is stored, and as the products table shows it. */
export interface ShownVariant {
  variant: VariantRow
  row: ProductRow
}

/** Returns variants in the order of their ids, with the last 30 days of each; skips those that do not exist. */
export async function listShownVariants(
  tx: Tx,
  args: { merchantId: number; today: number; variantIds: readonly number[]; location?: number | undefined },
): Promise<ShownVariant[]> {
  const { today, location, ...key } = args
  const window = { since: dayFromEpoch(today - SALES_WINDOW_DAYS), until: dayFromEpoch(today) }
  // A location has sales of its own, and which of its days were out of stock is not known.
  const [variants, days, placed] = await Promise.all([
    listVariants(tx, key),
    location === undefined ? listRowDays(tx, { ...key, ...window }) : new Map<number, RowDays>(),
    location === undefined ? null : listPlaced(tx, { ...key, ...window, location }),
  ])
  const shown = variants.map((variant) => ({
    variant,
    row: productRow(variant, days.get(variant.variant_id)),
  }))
  if (placed === null) return shown
  return shown.flatMap(({ variant, row }) => {
    const figures = placed.get(variant.variant_id)
    return figures ? [{ variant, row: rowAt(row, figures) }] : []
  })
}

/** Returns a row with the figures of a location. */
function rowAt(row: ProductRow, placed: PlacedFigures): ProductRow {
  const salesLast30 = new Array<number>(SALES_WINDOW_DAYS).fill(0)
  for (const { daysAgo, units } of placed.sold) salesLast30[SALES_WINDOW_DAYS - daysAgo] = units
  return {
    ...row,
    currentStock: placed.available,
    incoming: placed.incoming,
    notInStore: 0,
    averageDailySales: (placed.unitsSold30 ?? 0) / SALES_WINDOW_DAYS,
    status: placed.status,
    projection: getProjection(placed),
    daysUntilStockout: placed.days_until_stockout,
    salesLast30,
  }
}

/** Returns the days of a row among those of a longer time. */
export function daysOfRow({ sold, closing }: RecentDays, today: number): RowDays {
  const start = today - SALES_WINDOW_DAYS
  const recent = sold.filter(({ day }) => epochDay(day) >= start)
  const empty = closing.filter(({ day, stock }) => stock <= 0 && epochDay(day) >= start)
  return {
    soldOn: recent.map(({ day }) => epochDay(day) - start),
    unitsSold: recent.map(({ units }) => units),
    emptyOn: empty.map(({ day }) => epochDay(day) - start),
  }
}

export function productRow(row: VariantRow, days: RowDays | undefined): ProductRow {
  const salesLast30 = new Array<number>(SALES_WINDOW_DAYS).fill(0)
  const outOfStockLast30 = new Array<boolean>(SALES_WINDOW_DAYS).fill(false)
  days?.soldOn.forEach((day, i) => {
    salesLast30[day] = days.unitsSold[i] ?? 0
  })
  // Nothing is out of stock that is sold without stock.
  if (!row.sells_without_stock) for (const day of days?.emptyOn ?? []) outOfStockLast30[day] = true
  return {
    variantId: row.variant_id,
    productId: row.product_id,
    title: row.title,
    sku: row.sku,
    vendor: row.vendor,
    isTracked: row.is_tracked,
    saleStatus: row.sale_status,
    currentStock: row.available,
    incoming: row.incoming ?? 0,
    notInStore: row.not_in_store ?? 0,
    averageDailySales: average(salesLast30),
    status: row.status ?? 'healthy',
    projection: getProjection(row),
    daysUntilStockout: row.days_until_stockout,
    daysSource: row.days_source ?? 'mean',
    recommendation: (row.recommendation as ProductRow['recommendation']) ?? null,
    isPutTogether: row.is_put_together,
    orderQuantity: row.order_quantity,
    orderBy: row.order_by,
    salesLast30,
    outOfStockLast30,
  }
}

function average(units: readonly number[]): number {
  return units.reduce((sum, one) => sum + one, 0) / SALES_WINDOW_DAYS
}

/** Returns the stored columns as the engine's tagged result. */
function getProjection(
  row: Pick<VariantRow, 'days_until_stockout' | 'days_low' | 'days_high'> & {
    projection_kind: string | null
  },
): Projection {
  switch (row.projection_kind) {
    case 'out_of_stock':
    case 'no_demand':
      return { kind: row.projection_kind }
    case 'beyond':
      return { kind: 'beyond', horizonDays: FORECAST_HORIZON_DAYS, low: row.days_low }
    case 'days': {
      const days = row.days_until_stockout ?? NO_SALES_DAYS
      return { kind: 'days', daysUntilStockout: days, low: row.days_low ?? days, high: row.days_high }
    }
    default:
      return { kind: 'unknown' }
  }
}
