import { sql } from 'kysely'
import type { Tx } from '../../kernel/database/app-database.ts'
import { bulkUpsert } from '../../kernel/database/bulk-upsert.ts'
import type { KnownItem } from './apply/plan-items.ts'

/** Returns the variants of a catalogue with their SKUs. */
export async function listVariantSkus(
  tx: Tx,
  merchantId: number,
): Promise<{ variant_id: number; sku: string | null }[]> {
  return tx
    .selectFrom('variants')
    .select(['variant_id', 'sku'])
    .where('merchant_id', '=', merchantId)
    .execute()
}

export async function findKnownItems(
  tx: Tx,
  merchantId: number,
  variantIds: readonly number[],
): Promise<Map<number, KnownItem>> {
  const variants = await sql<Pick<KnownItem, 'variant' | 'product'>>`
    select json_build_object('id', v.variant_id, 'productId', v.product_id, 'itemId', v.inventory_item_id, 'title', v.title,
        'sku', v.sku, 'barcode', v.barcode, 'price', v.price, 'unitCost', case when v.unit_cost_minor is not null
          then json_build_object('amountMinor', v.unit_cost_minor, 'currency', v.unit_cost_currency) end,
        'position', v.position, 'isTracked', v.is_tracked, 'sellsWithoutStock', v.sells_without_stock,
        'firstSeen', v.first_seen_on) as variant,
      json_build_object('id', p.product_id, 'title', p.title, 'vendor', p.vendor, 'productType', p.product_type,
        'tags', string_to_array(p.tags, E'\\n'), 'status', p.status, 'isGiftCard', p.is_gift_card) as product
    from variants v
    join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  const levels = await tx
    .selectFrom('inventory_levels')
    .select(['variant_id', 'location_id', 'available', 'on_hand as onHand', 'committed', 'incoming'])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`variant_id = any(${variantIds}::bigint[])`)
    .orderBy('location_id')
    .execute()
  const known = new Map<number, KnownItem & { levels: Map<number, object> }>()
  for (const row of variants.rows) known.set(row.variant.id, { ...row, levels: new Map() })
  for (const { variant_id, location_id, ...quantities } of levels) {
    known.get(variant_id)?.levels.set(location_id, quantities)
  }
  return known
}

export async function upsertLocations(
  tx: Tx,
  merchantId: number,
  locations: readonly { id: number; name: string }[],
): Promise<void> {
  const rows = locations.map(({ id, name }) => ({ location_id: id, name, is_active: true }))
  await bulkUpsert(tx, { table: 'locations', merchantId, key: ['location_id'], rows })
}

/** Removes locations without stock. */
export async function deleteUnusedLocations(tx: Tx, merchantId: number): Promise<void> {
  await sql`
    delete from locations p
    where p.merchant_id = ${merchantId} and not exists (
      select from inventory_levels l where l.merchant_id = ${merchantId} and l.location_id = p.location_id)
  `.execute(tx)
}
