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
  const variants = await sql<KnownRow>`
    select v.variant_id, v.product_id, v.inventory_item_id, v.title, v.sku, v.barcode, v.price, v.unit_cost_minor,
      v.unit_cost_currency, v.position, v.is_tracked, v.sells_without_stock, v.first_seen_on, p.title as product_title, p.vendor, p.product_type,
      p.tags, p.status, p.is_gift_card
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
  for (const row of variants.rows) known.set(row.variant_id, { ...knownItem(row), levels: new Map() })
  for (const { variant_id, location_id, ...quantities } of levels) {
    known.get(variant_id)?.levels.set(location_id, quantities)
  }
  return known
}

interface KnownRow {
  variant_id: number
  product_id: number
  inventory_item_id: number
  title: string
  sku: string | null
  barcode: string | null
  price: number | null
  unit_cost_minor: number | null
  unit_cost_currency: string | null
  position: number
  is_tracked: boolean
  sells_without_stock: boolean
  first_seen_on: string
  product_title: string
  vendor: string | null
  product_type: string | null
  tags: string
  status: string
  is_gift_card: boolean
}

function knownItem(row: KnownRow): Pick<KnownItem, 'variant' | 'product'> {
  return {
    variant: {
      id: row.variant_id,
      productId: row.product_id,
      itemId: row.inventory_item_id,
      title: row.title,
      sku: row.sku,
      barcode: row.barcode,
      price: row.price,
      unitCost:
        row.unit_cost_minor === null || row.unit_cost_currency === null
          ? null
          : { amountMinor: row.unit_cost_minor, currency: row.unit_cost_currency },
      position: row.position,
      isTracked: row.is_tracked,
      sellsWithoutStock: row.sells_without_stock,
      firstSeen: row.first_seen_on,
    },
    product: {
      id: row.product_id,
      title: row.product_title,
      vendor: row.vendor,
      productType: row.product_type,
      tags: row.tags === '' ? [] : row.tags.split('\n'),
      status: row.status,
      isGiftCard: row.is_gift_card,
    },
  }
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
