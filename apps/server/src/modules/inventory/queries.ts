import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import { bulkUpsert } from '../../database/bulk-upsert.ts'

/**
 * Allows one writer of a merchant's catalogue and stock at a time, until the transaction ends. Otherwise a
 * sync, a webhook and a comparison at the same time would wait for each other's rows.
 */
export async function lockStock(tx: Tx, merchantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stock', ${merchantId}::bigint))`.execute(tx)
}

export interface ReportedLevel {
  itemId: number
  locationId: number
  available: number
  updatedAt: Date
  eventAt: Date
}

/**
 * Sets the sellable units where the store reported newer ones than are stored; units on hand and incoming
 * stay until they are read. Returns the variants whose stock changed.
 */
export async function upsertReportedLevels(
  tx: Tx,
  merchantId: number,
  levels: readonly ReportedLevel[],
): Promise<number[]> {
  const column = <T>(pick: (level: ReportedLevel) => T) => levels.map(pick)
  const changed = await sql<{ variant_id: number }>`
    insert into inventory_levels as known (
      merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at, event_at)
    select ${merchantId}::bigint, v.variant_id, reported.location_id, reported.available, reported.available, 0, 0,
      reported.updated_at, reported.event_at
    from unnest(
      ${column((l) => l.itemId)}::bigint[], ${column((l) => l.locationId)}::bigint[],
      ${column((l) => l.available)}::integer[], ${column((l) => l.updatedAt)}::timestamptz[],
      ${column((l) => l.eventAt)}::timestamptz[]
    ) as reported (item_id, location_id, available, updated_at, event_at)
    join variants v on v.merchant_id = ${merchantId} and v.inventory_item_id = reported.item_id
    on conflict (merchant_id, variant_id, location_id) do update set
      available = excluded.available, updated_at = excluded.updated_at, event_at = excluded.event_at
    where known.updated_at < excluded.updated_at
      or (known.updated_at = excluded.updated_at and known.event_at < excluded.event_at)
    returning variant_id
  `.execute(tx)
  return [...new Set(changed.rows.map((row) => row.variant_id))]
}

export async function replaceLocations(
  tx: Tx,
  merchantId: number,
  locations: readonly { id: number; name: string; isActive: boolean }[],
): Promise<void> {
  const rows = locations.map(({ id, name, isActive }) => ({ location_id: id, name, is_active: isActive }))
  const columns = { location_id: 'bigint', name: 'text', is_active: 'boolean' } as const
  await bulkUpsert(tx, { table: 'locations', merchantId, key: ['location_id'], columns, rows })
  const ids = rows.map((row) => row.location_id)
  await sql`
    delete from locations where merchant_id = ${merchantId} and location_id <> all(${ids}::bigint[])
  `.execute(tx)
}

export async function countCatalogue(
  tx: Tx,
  merchantId: number,
): Promise<{ products: number; variants: number }> {
  const counted = await sql<{ products: number; variants: number }>`
    select (select count(*) from products where merchant_id = ${merchantId}) as products,
      (select count(*) from variants where merchant_id = ${merchantId}) as variants
  `.execute(tx)
  return counted.rows[0] ?? { products: 0, variants: 0 }
}

export async function updateStockAsOf(tx: Tx, merchantId: number, at: Date): Promise<void> {
  await tx.updateTable('merchants').set({ stock_as_of: at }).where('id', '=', merchantId).execute()
}

export async function findLocationIds(tx: Tx, merchantId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('locations')
    .select('location_id')
    .where('merchant_id', '=', merchantId)
    .orderBy('location_id')
    .execute()
  return rows.map((row) => row.location_id)
}

/**
 * Stores the sellable units of this moment as the stock of `day`, with the incoming units, until a later call
 * for that day replaces it; for these variants, or for all with null.
 */
export async function upsertStockOfDay(
  tx: Tx,
  key: { merchantId: number; day: string; variantIds: readonly number[] | null },
): Promise<void> {
  const { merchantId, day, variantIds } = key
  const isAsked = variantIds === null ? sql`true` : sql`v.variant_id = any(${variantIds}::bigint[])`
  await sql`
    insert into stock_daily (merchant_id, variant_id, day, closing_stock, incoming)
    select ${merchantId}, v.variant_id, ${day}::date, to_units(sum(l.available)), to_units(sum(l.incoming))
    from variants v
    join stock_at_active_locations l on l.merchant_id = ${merchantId} and l.variant_id = v.variant_id
    where v.merchant_id = ${merchantId} and v.is_tracked and ${isAsked}
    group by v.variant_id
    order by v.variant_id
    on conflict (merchant_id, variant_id, day) do update
      set closing_stock = excluded.closing_stock, incoming = excluded.incoming
  `.execute(tx)
}

/**
 * Fills the days before `today` for which nothing was stored with the closing stock of the last known day
 * before. `since` limits how far back it searches.
 */
export async function carryStock(
  tx: Tx,
  key: { merchantId: number; today: string; since: string },
): Promise<void> {
  const { merchantId, today, since } = key
  await sql`
    with known as (
      select variant_id, day, closing_stock, incoming, lead(day) over (partition by variant_id order by day) as next_day
      from stock_daily
      where merchant_id = ${merchantId} and day >= ${since} and day <= ${today}
    )
    insert into stock_daily (merchant_id, variant_id, day, closing_stock, incoming)
    select ${merchantId}::bigint, k.variant_id, k.day + n, k.closing_stock, k.incoming
    from known k
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = k.variant_id and v.is_tracked
    cross join lateral generate_series(1, coalesce(k.next_day, ${today}::date) - k.day - 1) as n
    on conflict (merchant_id, variant_id, day) do nothing
  `.execute(tx)
}
