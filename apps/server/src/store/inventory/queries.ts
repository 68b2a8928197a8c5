import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../kernel/database/bulk-upsert.ts'
import { merchantLock } from '../../kernel/database/merchant-lock.ts'

/**
 * Allows one writer of a merchant's catalogue and stock at a time, until the transaction ends. Otherwise a
 * sync, a webhook and a comparison at the same time would wait for each other's rows.
 */
export const lockStock = merchantLock('stock')

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
  await bulkUpsert(tx, { table: 'locations', merchantId, key: ['location_id'], rows })
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
