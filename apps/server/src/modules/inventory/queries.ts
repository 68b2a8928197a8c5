import { sql } from 'kysely'
import type { Tx } from '../../database/app-database.ts'
import { bulkUpsert } from '../../database/bulk-upsert.ts'

export interface ProductRow {
  product_id: number
  title: string
  vendor: string | null
  product_type: string | null
  status: string
  is_gift_card: boolean
  updated_at: Date
}

export interface VariantRow {
  variant_id: number
  product_id: number
  inventory_item_id: number
  shop_domain: string
  title: string
  sku: string | null
  barcode: string | null
  price: number | null
  position: number
  is_tracked: boolean
  sells_without_stock: boolean
  first_seen_on: string
  updated_at: Date
}

export interface LevelRow {
  variant_id: number
  location_id: number
  on_hand: number
  available: number
  committed: number
  incoming: number
  updated_at: Date
  /** When the webhook that tells it was triggered; null for what was read from the store. */
  told_at: Date | null
}

/**
 * One writer of a merchant's catalogue and stock at a time, until the transaction ends: a sync, a webhook and a
 * comparison that meet would else wait for each other's rows in turn.
 */
export async function lockStock(tx: Tx, merchantId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stock', ${merchantId}::bigint))`.execute(tx)
}

export interface ToldLevel {
  itemId: number
  locationId: number
  available: number
  updatedAt: Date
  toldAt: Date
}

/**
 * Sets what can be sold where the store told something newer than is stored; what is on hand and on the way stays
 * until it is read. Answers the variants whose stock changed.
 */
export async function upsertToldLevels(
  tx: Tx,
  merchantId: number,
  levels: readonly ToldLevel[],
): Promise<number[]> {
  const column = <T>(pick: (level: ToldLevel) => T) => levels.map(pick)
  const changed = await sql<{ variant_id: number }>`
    insert into inventory_levels as known (
      merchant_id, variant_id, location_id, on_hand, available, committed, incoming, updated_at, told_at)
    select ${merchantId}::bigint, v.variant_id, told.location_id, told.available, told.available, 0, 0,
      told.updated_at, told.told_at
    from unnest(
      ${column((l) => l.itemId)}::bigint[], ${column((l) => l.locationId)}::bigint[],
      ${column((l) => l.available)}::integer[], ${column((l) => l.updatedAt)}::timestamptz[],
      ${column((l) => l.toldAt)}::timestamptz[]
    ) as told (item_id, location_id, available, updated_at, told_at)
    join variants v on v.merchant_id = ${merchantId} and v.inventory_item_id = told.item_id
    on conflict (merchant_id, variant_id, location_id) do update set
      available = excluded.available, updated_at = excluded.updated_at, told_at = excluded.told_at
    where known.updated_at < excluded.updated_at
      or (known.updated_at = excluded.updated_at and known.told_at < excluded.told_at)
    returning variant_id
  `.execute(tx)
  return [...new Set(changed.rows.map((row) => row.variant_id))]
}

export async function listProducts(
  tx: Tx,
  merchantId: number,
  productIds: readonly number[],
): Promise<ProductRow[]> {
  const found = await sql<ProductRow>`
    select product_id, title, vendor, product_type, status, is_gift_card, updated_at
    from products where merchant_id = ${merchantId} and product_id = any(${productIds}::bigint[])
  `.execute(tx)
  return found.rows
}

export async function listVariants(
  tx: Tx,
  merchantId: number,
  variantIds: readonly number[],
): Promise<VariantRow[]> {
  const found = await sql<VariantRow>`
    select variant_id, product_id, inventory_item_id, shop_domain, title, sku, barcode, price, position, is_tracked,
      sells_without_stock, first_seen_on, updated_at
    from variants where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return found.rows
}

export async function listLevels(
  tx: Tx,
  merchantId: number,
  variantIds: readonly number[],
): Promise<LevelRow[]> {
  const found = await sql<LevelRow>`
    select variant_id, location_id, on_hand, available, committed, incoming, updated_at, told_at
    from inventory_levels where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return found.rows
}

/**
 * What of the store was last changed before `before`: products by variant, and the levels with their inventory item.
 * Ids of the store are positive.
 */
export async function listOldCatalogue(
  tx: Tx,
  merchantId: number,
  before: Date,
): Promise<{
  variants: { variant_id: number; product_id: number }[]
  levels: { variant_id: number; location_id: number; item_id: number | null }[]
}> {
  const variants = await tx
    .selectFrom('variants')
    .select(['variant_id', 'product_id'])
    .where('merchant_id', '=', merchantId)
    .where('variant_id', '>', 0)
    .where('updated_at', '<', before)
    .execute()
  const levels = await sql<{ variant_id: number; location_id: number; item_id: number | null }>`
    select l.variant_id, l.location_id, v.inventory_item_id as item_id
    from inventory_levels l
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = l.variant_id
    where l.merchant_id = ${merchantId} and l.variant_id > 0 and l.updated_at < ${before}
  `.execute(tx)
  return { variants, levels: levels.rows }
}

export async function deleteLevels(
  tx: Tx,
  merchantId: number,
  levels: readonly { variant_id: number; location_id: number }[],
): Promise<void> {
  await sql`
    delete from inventory_levels l
    using unnest(
      ${levels.map((row) => row.variant_id)}::bigint[], ${levels.map((row) => row.location_id)}::bigint[]
    ) as gone (variant_id, location_id)
    where l.merchant_id = ${merchantId} and l.variant_id = gone.variant_id and l.location_id = gone.location_id
  `.execute(tx)
}

/** Removes products that the store no longer has, with all that hangs on them. True when there was one. */
export async function deleteProducts(
  tx: Tx,
  merchantId: number,
  productIds: readonly number[],
): Promise<boolean> {
  await sql`
    delete from sales_daily s using variants v
    where s.merchant_id = ${merchantId} and v.merchant_id = ${merchantId} and v.variant_id = s.variant_id
      and v.product_id = any(${productIds}::bigint[])
  `.execute(tx)
  const deleted = await sql<{ product_id: number }>`
    delete from products where merchant_id = ${merchantId} and product_id = any(${productIds}::bigint[])
    returning product_id
  `.execute(tx)
  return deleted.rows.length > 0
}

/** Removes the variants of a product but for these: the store has them no more. True when there was one. */
export async function deleteOtherVariants(
  tx: Tx,
  key: { merchantId: number; productId: number; keptIds: readonly number[] },
): Promise<boolean> {
  const gone = sql`
    select variant_id from variants
    where merchant_id = ${key.merchantId} and product_id = ${key.productId}
      and variant_id <> all(${key.keptIds}::bigint[])
  `
  await sql`delete from sales_daily where merchant_id = ${key.merchantId} and variant_id in (${gone})`.execute(
    tx,
  )
  const deleted = await sql<{ variant_id: number }>`
    delete from variants where merchant_id = ${key.merchantId} and variant_id in (${gone}) returning variant_id
  `.execute(tx)
  return deleted.rows.length > 0
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

export async function clearSeen(tx: Tx, merchantId: number): Promise<void> {
  await tx.deleteFrom('sync_seen_levels').where('merchant_id', '=', merchantId).execute()
  await tx.deleteFrom('sync_seen_variants').where('merchant_id', '=', merchantId).execute()
}

export async function upsertProducts(tx: Tx, merchantId: number, rows: readonly ProductRow[]): Promise<void> {
  const columns = {
    product_id: 'bigint',
    title: 'text',
    vendor: 'text',
    product_type: 'text',
    status: 'text',
    is_gift_card: 'boolean',
    updated_at: 'timestamptz',
  } as const
  const newestBy = 'updated_at'
  await bulkUpsert(tx, { table: 'products', merchantId, key: ['product_id'], columns, rows, newestBy })
}

export async function upsertVariants(tx: Tx, merchantId: number, rows: readonly VariantRow[]): Promise<void> {
  const columns = {
    variant_id: 'bigint',
    product_id: 'bigint',
    inventory_item_id: 'bigint',
    shop_domain: 'text',
    title: 'text',
    sku: 'text',
    barcode: 'text',
    price: 'numeric',
    position: 'integer',
    is_tracked: 'boolean',
    sells_without_stock: 'boolean',
    first_seen_on: 'date',
    updated_at: 'timestamptz',
  } as const
  const newestBy = 'updated_at'
  await bulkUpsert(tx, { table: 'variants', merchantId, key: ['variant_id'], columns, rows, newestBy })
  const seen = { variant_id: 'bigint' } as const
  await bulkUpsert(tx, {
    table: 'sync_seen_variants',
    merchantId,
    key: ['variant_id'],
    columns: seen,
    rows: only(rows),
  })
}

function only(rows: readonly VariantRow[]): { variant_id: number }[] {
  return rows.map(({ variant_id }) => ({ variant_id }))
}

/** Variants by the inventory item that holds their stock; several may share one. */
export async function findVariantsOfItems(
  tx: Tx,
  merchantId: number,
  itemIds: readonly number[],
): Promise<Map<number, number[]>> {
  const found = await sql<{ item: number; variants: number[] }>`
    select inventory_item_id as item, array_agg(variant_id order by variant_id) as variants
    from variants
    where merchant_id = ${merchantId} and inventory_item_id = any(${itemIds}::bigint[])
    group by inventory_item_id
  `.execute(tx)
  return new Map(found.rows.map((row) => [row.item, row.variants.map(Number)]))
}

export async function upsertLevels(tx: Tx, merchantId: number, rows: readonly LevelRow[]): Promise<void> {
  const key = { variant_id: 'bigint', location_id: 'bigint' } as const
  const columns = {
    ...key,
    on_hand: 'integer',
    available: 'integer',
    committed: 'integer',
    incoming: 'integer',
    updated_at: 'timestamptz',
    told_at: 'timestamptz',
  } as const
  const keyNames = ['variant_id', 'location_id'] as const
  const newestBy = 'updated_at'
  await bulkUpsert(tx, { table: 'inventory_levels', merchantId, key: keyNames, columns, rows, newestBy })
  const seen = rows.map(({ variant_id, location_id }) => ({ variant_id, location_id }))
  await bulkUpsert(tx, { table: 'sync_seen_levels', merchantId, key: keyNames, columns: key, rows: seen })
}

/** Removes what the shop no longer has, with all that hangs on it. */
export async function deleteUnseen(tx: Tx, merchantId: number): Promise<void> {
  await lockStock(tx, merchantId)
  await sql`
    delete from inventory_levels l
    where l.merchant_id = ${merchantId} and not exists (
      select from sync_seen_levels s
      where s.merchant_id = ${merchantId} and s.variant_id = l.variant_id and s.location_id = l.location_id)
  `.execute(tx)
  await sql`
    delete from variants v
    where v.merchant_id = ${merchantId} and not exists (
      select from sync_seen_variants s where s.merchant_id = ${merchantId} and s.variant_id = v.variant_id)
  `.execute(tx)
  await sql`
    delete from sales_daily s
    where s.merchant_id = ${merchantId} and not exists (
      select from variants v where v.merchant_id = ${merchantId} and v.variant_id = s.variant_id)
  `.execute(tx)
  await sql`
    delete from products p
    where p.merchant_id = ${merchantId} and not exists (
      select from variants v where v.merchant_id = ${merchantId} and v.product_id = p.product_id)
  `.execute(tx)
}

/**
 * Keeps what can be sold at this hour as the stock of `day`, until a later reading of that day replaces it: of these
 * variants, or of all with null.
 */
export async function upsertStockOfDay(
  tx: Tx,
  key: { merchantId: number; day: string; variantIds: readonly number[] | null },
): Promise<void> {
  const { merchantId, day, variantIds } = key
  const isAsked = variantIds === null ? sql`true` : sql`v.variant_id = any(${variantIds}::bigint[])`
  await sql`
    insert into stock_daily (merchant_id, variant_id, day, closing_stock)
    select ${merchantId}, v.variant_id, ${day}::date, sum(l.available)
    from variants v
    join inventory_levels l on l.merchant_id = ${merchantId} and l.variant_id = v.variant_id
    join locations p on p.merchant_id = ${merchantId} and p.location_id = l.location_id and p.is_active
    where v.merchant_id = ${merchantId} and v.is_tracked and ${isAsked}
    group by v.variant_id
    order by v.variant_id
    on conflict (merchant_id, variant_id, day) do update set closing_stock = excluded.closing_stock
  `.execute(tx)
}

/**
 * Fills the days before `today` that nothing was written on with the stock that the last known day before closed with.
 * `since` bounds how far back is looked.
 */
export async function carryStock(
  tx: Tx,
  key: { merchantId: number; today: string; since: string },
): Promise<void> {
  const { merchantId, today, since } = key
  await sql`
    with known as (
      select variant_id, day, closing_stock, lead(day) over (partition by variant_id order by day) as next_day
      from stock_daily
      where merchant_id = ${merchantId} and day >= ${since} and day <= ${today}
    )
    insert into stock_daily (merchant_id, variant_id, day, closing_stock)
    select ${merchantId}::bigint, k.variant_id, k.day + n, k.closing_stock
    from known k
    join variants v on v.merchant_id = ${merchantId} and v.variant_id = k.variant_id and v.is_tracked
    cross join lateral generate_series(1, coalesce(k.next_day, ${today}::date) - k.day - 1) as n
    on conflict (merchant_id, variant_id, day) do nothing
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
