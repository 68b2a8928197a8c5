import { sql } from 'kysely'
import type { Tx } from '../../../database/app-database.ts'
import { bulkUpsert } from '../../../database/bulk-upsert.ts'
import type { KnownItem } from './plan-items.ts'

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
  const variants = await sql<KnownItem['variant'] & Record<`of_${string}`, never> & ProductColumns>`
    select v.variant_id, v.product_id, v.inventory_item_id, v.shop_domain, v.title, v.sku, v.barcode, v.price,
      v.position, v.is_tracked, v.sells_without_stock, v.first_seen_on,
      p.title as of_title, p.vendor as of_vendor, p.product_type as of_type, p.status as of_status,
      p.is_gift_card as of_gift
    from variants v
    join products p on p.merchant_id = ${merchantId} and p.product_id = v.product_id
    where v.merchant_id = ${merchantId} and v.variant_id = any(${variantIds}::bigint[])
  `.execute(tx)
  const levels = await tx
    .selectFrom('inventory_levels')
    .select(['variant_id', 'location_id', 'available', 'on_hand', 'committed', 'incoming'])
    .where('merchant_id', '=', merchantId)
    .where(sql<boolean>`variant_id = any(${variantIds}::bigint[])`)
    .orderBy('location_id')
    .execute()
  const known = new Map<number, KnownItem & { levels: Map<number, object> }>()
  for (const { of_title, of_vendor, of_type, of_status, of_gift, ...variant } of variants.rows) {
    const product = {
      product_id: variant.product_id,
      title: of_title,
      vendor: of_vendor,
      product_type: of_type,
      status: of_status,
      is_gift_card: of_gift,
    }
    known.set(variant.variant_id, { variant, product, levels: new Map() })
  }
  for (const { variant_id, location_id, ...quantities } of levels) {
    known.get(variant_id)?.levels.set(location_id, quantities)
  }
  return known
}

interface ProductColumns {
  of_title: string
  of_vendor: string | null
  of_type: string | null
  of_status: string
  of_gift: boolean
}

export async function upsertLocations(
  tx: Tx,
  merchantId: number,
  locations: readonly { id: number; name: string }[],
): Promise<void> {
  const rows = locations.map(({ id, name }) => ({ location_id: id, name, is_active: true }))
  const columns = { location_id: 'bigint', name: 'text', is_active: 'boolean' } as const
  await bulkUpsert(tx, { table: 'locations', merchantId, key: ['location_id'], columns, rows })
}

/** Removes locations without stock. */
export async function deleteUnusedLocations(tx: Tx, merchantId: number): Promise<void> {
  await sql`
    delete from locations p
    where p.merchant_id = ${merchantId} and not exists (
      select from inventory_levels l where l.merchant_id = ${merchantId} and l.location_id = p.location_id)
  `.execute(tx)
}
