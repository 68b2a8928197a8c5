import { sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'
import { stockDays } from '../../inventory/index.ts'

export interface RecentDays {
  variantId: number
  /** Days from `since` to the day before `until`. */
  sold: { day: string; units: number }[]
  /**
   * `isEmpty`: nothing could be sold any more at the end of the day. It is never set where selling continues
   * without stock.
   */
  closing: { day: string; stock: number; isEmpty: boolean }[]
}

/** Returns sales and closing stock of some variants. */
export async function listRecentDays(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; since: string; until: string },
): Promise<Map<number, RecentDays>> {
  const { merchantId, variantIds, since, until } = key
  const days = new Map<number, RecentDays>(
    variantIds.map((variantId) => [variantId, { variantId, sold: [], closing: [] }]),
  )
  const { rows: sold } = await sql<{ variant_id: number; day: string; units_sold: number }>`
    select variant_id, day, units_sold from sales_daily
    where merchant_id = ${merchantId} and variant_id = any(${variantIds}) and day >= ${since} and day < ${until}
  `.execute(tx)
  for (const row of sold) days.get(row.variant_id)?.sold.push({ day: row.day, units: row.units_sold })
  const { rows: closing } = await sql<ClosingRow>`
    select variant_id, day, closing_stock, closing_stock <= 0 and variant_id not in (
        select variant_id from variants
        where merchant_id = ${merchantId} and variant_id = any(${variantIds}) and sells_without_stock
      ) as is_empty
    from ${stockOf(key)} d
  `.execute(tx)
  for (const row of closing)
    days.get(row.variant_id)?.closing.push({ day: row.day, stock: row.closing_stock, isEmpty: row.is_empty })
  return days
}

function stockOf(key: { merchantId: number; variantIds: readonly number[]; since: string; until: string }) {
  const isAsked = sql`s.variant_id = any(${key.variantIds})`
  return stockDays({ ...key, until: sql`${key.until}::date - 1`, isAsked })
}

interface ClosingRow {
  variant_id: number
  day: string
  closing_stock: number
  is_empty: boolean
}

/** Days are counted from `since`, which is 0. */
export interface RowDays {
  soldOn: number[]
  unitsSold: number[]
  emptyOn: number[]
}

/**
 * Returns the last days of each row, one element for each variant that has any. A page of rows has thousands
 * of days, so they are sent as lists of numbers. A day is empty when nothing could be sold any more at its
 * end.
 */
export async function listRowDays(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; since: string; until: string },
): Promise<Map<number, RowDays>> {
  const { merchantId, variantIds, since, until } = key
  const isAsked = sql`
    merchant_id = ${merchantId} and variant_id = any(${variantIds}) and day >= ${since} and day < ${until}`
  const on = sql`array_agg(day - ${since}::date)`
  const { rows } = await sql<{ variantId: number; days: RowDays }>`
    select coalesce(sold.variant_id, empty.variant_id) as "variantId", json_build_object(
      'soldOn', coalesce(sold.days, '{}'), 'unitsSold', coalesce(sold.units, '{}'),
      'emptyOn', coalesce(empty.days, '{}')) as days
    from (
      select variant_id, ${on} as days, array_agg(units_sold) as units from sales_daily where ${isAsked} group by variant_id
    ) sold
    full join (
      select variant_id, ${on} as days from ${stockOf(key)} d
      where closing_stock <= 0 and variant_id not in (
        select variant_id from variants
        where merchant_id = ${merchantId} and variant_id = any(${variantIds}) and sells_without_stock)
      group by variant_id
    ) empty on empty.variant_id = sold.variant_id
  `.execute(tx)
  return new Map(rows.map((row) => [row.variantId, row.days]))
}
