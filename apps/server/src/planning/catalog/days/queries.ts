import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { demandDays, stockDays } from '../../../store/index.ts'

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
  const { merchantId, variantIds } = key
  const days = new Map<number, RecentDays>(
    variantIds.map((variantId) => [variantId, { variantId, sold: [], closing: [] }]),
  )
  const { rows: sold } = await sql<{ variant_id: number; day: string; units_sold: number }>`
    select variant_id, day, units_sold from ${getSold(key)} sold
  `.execute(tx)
  for (const row of sold) days.get(row.variant_id)?.sold.push({ day: row.day, units: row.units_sold })
  const { rows: closing } = await sql<ClosingRow>`
    select variant_id, day, closing_stock, closing_stock <= 0 and variant_id not in (
        select variant_id from variants
        where merchant_id = ${merchantId} and variant_id = any(${variantIds}) and sells_without_stock
      ) as is_empty
    from ${getStock(key)} d
  `.execute(tx)
  for (const row of closing)
    days.get(row.variant_id)?.closing.push({ day: row.day, stock: row.closing_stock, isEmpty: row.is_empty })
  return days
}

/** Selects what was sold alone and in bundles, each day once. */
function getSold(key: { merchantId: number; variantIds: readonly number[]; since: string; until: string }) {
  const condition = sql`s.variant_id = any(${key.variantIds}) and s.day >= ${key.since} and s.day < ${key.until}`
  return sql`(select variant_id, day, to_units(sum(units_sold)) as units_sold from ${demandDays(key.merchantId, condition)} demand
    group by variant_id, day)`
}

function getStock(key: { merchantId: number; variantIds: readonly number[]; since: string; until: string }) {
  const condition = sql`s.variant_id = any(${key.variantIds})`
  return stockDays({ ...key, until: sql`${key.until}::date - 1`, condition })
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

/** Days of many variants, as lists with one element for each day. */
interface DayLists {
  variantId: number[]
  day: number[]
  units: number[]
}

/**
 * Returns the last days of each row. A page of rows has thousands of days, so they leave the database as lists of numbers. A day
 * is empty when there was no stock at its end.
 */
export async function listRowDays(
  tx: Tx,
  key: { merchantId: number; variantIds: readonly number[]; since: string; until: string },
): Promise<Map<number, RowDays>> {
  const { variantIds, since } = key
  const listOf = (column: RawBuilder<unknown>) => sql`coalesce(array_agg(${column}), '{}')`
  const on = sql`day - ${since}::date`
  const [sold, empty] = await Promise.all([
    sql<{ lists: DayLists }>`
      select json_build_object('variantId', ${listOf(sql`variant_id`)}, 'day', ${listOf(on)}, 'units', ${listOf(sql`units_sold`)}) as lists
      from ${getSold(key)} sold
    `.execute(tx),
    sql<{ lists: Omit<DayLists, 'units'> }>`
      select json_build_object('variantId', ${listOf(sql`variant_id`)}, 'day', ${listOf(on)}) as lists
      from ${getStock(key)} d where closing_stock <= 0
    `.execute(tx),
  ])
  const days = new Map<number, RowDays>(
    variantIds.map((variantId) => [variantId, { soldOn: [], unitsSold: [], emptyOn: [] }]),
  )
  const lists = sold.rows[0]!.lists
  lists.variantId.forEach((variantId, i) => {
    const row = days.get(variantId)
    row?.soldOn.push(lists.day[i]!)
    row?.unitsSold.push(lists.units[i]!)
  })
  const without = empty.rows[0]!.lists
  without.variantId.forEach((variantId, i) => {
    days.get(variantId)?.emptyOn.push(without.day[i]!)
  })
  return days
}
