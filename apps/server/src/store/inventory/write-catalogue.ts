import { toDay } from '../../kernel/calendar.ts'
import type { CatalogueRows, StoreLevel, StoreProduct, StoreVariant } from '../../kernel/connector/rows.ts'
import type { Tx } from '../../kernel/database/app-database.ts'
import {
  findVariantsOfItems,
  type LevelRow,
  type ProductRow,
  upsertLevels,
  upsertProducts,
  upsertVariants,
  type VariantRow,
} from './catalogue-queries.ts'
import { lockStock } from './queries.ts'

export interface CatalogueTarget {
  merchantId: number
  shopDomain: string
  timeZone: string
}

/** Writes products before variants before levels; when a batch has something twice, the last entry counts. */
export async function writeCatalogue(tx: Tx, target: CatalogueTarget, batch: CatalogueRows): Promise<void> {
  const { merchantId } = target
  await lockStock(tx, merchantId)
  await upsertProducts(tx, merchantId, lastOfEach(batch.products, (row) => row.id).map(productRow))
  const variants = lastOfEach(batch.variants, (row) => row.id)
  const variantRows = variants.map((row) => variantRow(row, target))
  await upsertVariants(tx, merchantId, variantRows)
  const itemIds = [...new Set(batch.levels.map((row) => row.itemId))]
  if (itemIds.length === 0) return
  const variantsOf = await findVariantsOfItems(tx, merchantId, itemIds)
  // A level may come before its variant was listed, when the variant was added a moment ago; the next run has
  // both.
  const levels = batch.levels.flatMap((row) =>
    (variantsOf.get(row.itemId) ?? []).map((id) => levelRow(row, id)),
  )
  const levelRows = lastOfEach(levels, (row) => `${row.variant_id}/${row.location_id}`)
  await upsertLevels(tx, merchantId, levelRows)
}

function lastOfEach<T>(all: readonly T[], toKey: (each: T) => unknown): T[] {
  return [...new Map(all.map((each) => [toKey(each), each])).values()]
}

export function productRow(product: StoreProduct): ProductRow {
  return {
    product_id: product.id,
    title: product.title,
    vendor: product.vendor,
    product_type: product.productType,
    tags: product.tags.join('\n'),
    status: product.status,
    is_gift_card: product.isGiftCard,
    updated_at: product.updatedAt,
  }
}

export function variantRow(variant: StoreVariant, target: CatalogueTarget): VariantRow {
  const { firstSeen } = variant
  return {
    variant_id: variant.id,
    product_id: variant.productId,
    inventory_item_id: variant.itemId,
    shop_domain: target.shopDomain,
    title: variant.title,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    unit_cost_minor: variant.unitCost?.amountMinor ?? null,
    unit_cost_currency: variant.unitCost?.currency ?? null,
    position: variant.position,
    is_tracked: variant.isTracked,
    sells_without_stock: variant.sellsWithoutStock,
    first_seen_on: typeof firstSeen === 'string' ? firstSeen : toDay(firstSeen, target.timeZone),
    updated_at: variant.updatedAt,
  }
}

export function levelRow(level: StoreLevel, variantId: number): LevelRow {
  return {
    variant_id: variantId,
    location_id: level.locationId,
    on_hand: level.onHand,
    available: level.available,
    committed: level.committed,
    incoming: level.incoming,
    updated_at: level.updatedAt,
    event_at: null,
  }
}
