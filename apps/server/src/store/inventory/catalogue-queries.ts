import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert, type RowOf } from '../../kernel/database/bulk-upsert.ts'

/** `tags`: one a line. */
export type ProductRow = Omit<RowOf<'products'>, 'collection_ids' | 'status'> & { status: string }

export type VariantRow = Omit<RowOf<'variants'>, 'title_key' | 'sku_key'>

/** `event_at`: when the webhook that reported it was triggered; null for what was read from the store. */
export type LevelRow = RowOf<'inventory_levels'>

export async function listProducts(
  tx: Tx,
  merchantId: number,
  productIds: readonly number[],
): Promise<ProductRow[]> {
  const found = await sql<ProductRow>`
    select product_id, title, vendor, product_type, tags, status, is_gift_card, updated_at
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
    select variant_id, product_id, inventory_item_id, shop_domain, title, sku, barcode, price,
      unit_cost_minor, unit_cost_currency, position, is_tracked, sells_without_stock, first_seen_on, updated_at
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
    select variant_id, location_id, on_hand, available, committed, incoming, updated_at, event_at
    from inventory_levels where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return found.rows
}

export async function upsertProducts(tx: Tx, merchantId: number, rows: readonly ProductRow[]): Promise<void> {
  await bulkUpsert(tx, { table: 'products', merchantId, key: ['product_id'], rows, newestBy: 'updated_at' })
}

export async function upsertVariants(tx: Tx, merchantId: number, rows: readonly VariantRow[]): Promise<void> {
  await bulkUpsert(tx, { table: 'variants', merchantId, key: ['variant_id'], rows, newestBy: 'updated_at' })
  const seen = rows.map(({ variant_id }) => ({ variant_id }))
  await bulkUpsert(tx, { table: 'sync_seen_variants', merchantId, key: ['variant_id'], rows: seen })
}

/** Returns which of these variants belong to the merchant's shop. */
export async function findOwnVariants(
  tx: Tx,
  merchantId: number,
  variantIds: readonly number[],
): Promise<Set<number>> {
  if (variantIds.length === 0) return new Set()
  const found = await sql<{ variant_id: number }>`
    select variant_id from variants
    where merchant_id = ${merchantId} and variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  return new Set(found.rows.map((row) => row.variant_id))
}

/** Returns variants by the inventory item that holds their stock; several may share one. */
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

/** Returns the products whose variants count their stock by this item. */
export async function findProductsOfItem(tx: Tx, merchantId: number, itemId: number): Promise<number[]> {
  const found = await tx
    .selectFrom('variants')
    .select('product_id')
    .distinct()
    .where('merchant_id', '=', merchantId)
    .where('inventory_item_id', '=', itemId)
    .orderBy('product_id')
    .execute()
  return found.map((row) => row.product_id)
}

export async function upsertLevels(tx: Tx, merchantId: number, rows: readonly LevelRow[]): Promise<void> {
  const key = ['variant_id', 'location_id'] as const
  await bulkUpsert(tx, { table: 'inventory_levels', merchantId, key, rows, newestBy: 'updated_at' })
  const seen = rows.map(({ variant_id, location_id }) => ({ variant_id, location_id }))
  await bulkUpsert(tx, { table: 'sync_seen_levels', merchantId, key, rows: seen })
}
