import { dayOf } from '../../calendar.ts'
import type { Tx } from '../../database/app-database.ts'
import type { LevelNode, ProductNode, VariantNode } from '../../integrations/shopify/index.ts'
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

/** What one batch contains about the shop's products and their stock, in Shopify's terms. */
export interface CatalogueBatch {
  products: ProductNode[]
  variants: VariantNode[]
  levels: LevelNode[]
}

export interface CatalogueTarget {
  merchantId: number
  shopDomain: string
  timeZone: string
}

/** Writes products before variants before levels; when a batch has something twice, the last entry counts. */
export async function writeCatalogue(tx: Tx, target: CatalogueTarget, batch: CatalogueBatch): Promise<void> {
  const { merchantId } = target
  await lockStock(tx, merchantId)
  await upsertProducts(tx, merchantId, lastOfEach(batch.products, (node) => node.id).map(productRow))
  const variants = lastOfEach(batch.variants, (node) => node.id)
  await upsertVariants(
    tx,
    merchantId,
    variants.map((node) => variantRow(node, target)),
  )
  const itemIds = [...new Set(batch.levels.map((node) => node.item.id))]
  if (itemIds.length === 0) return
  const variantsOf = await findVariantsOfItems(tx, merchantId, itemIds)
  // A level may come before its variant was listed, when the variant was added a moment ago; the next run has
  // both.
  const levels = batch.levels.flatMap((node) =>
    (variantsOf.get(node.item.id) ?? []).map((id) => levelRow(node, id)),
  )
  await upsertLevels(
    tx,
    merchantId,
    lastOfEach(levels, (row) => `${row.variant_id}/${row.location_id}`),
  )
}

function lastOfEach<T>(all: readonly T[], keyOf: (each: T) => unknown): T[] {
  return [...new Map(all.map((each) => [keyOf(each), each])).values()]
}

export function productRow(node: ProductNode): ProductRow {
  return {
    product_id: node.id,
    title: node.title,
    vendor: node.vendor || null,
    product_type: node.productType || null,
    status: node.status.toLowerCase(),
    is_gift_card: node.isGiftCard,
    updated_at: node.updatedAt,
  }
}

export function variantRow(node: VariantNode, target: CatalogueTarget): VariantRow {
  return {
    variant_id: node.id,
    product_id: node.product.id,
    inventory_item_id: node.inventoryItem.id,
    shop_domain: target.shopDomain,
    title: fullTitle(node),
    sku: node.sku || null,
    barcode: node.barcode || null,
    price: node.price === null ? null : Number(node.price),
    position: node.position,
    is_tracked: node.inventoryItem.tracked,
    sells_without_stock: node.inventoryPolicy === 'CONTINUE',
    first_seen_on: dayOf(node.createdAt, target.timeZone),
    updated_at: node.updatedAt,
  }
}

/** Returns the full title. Shopify calls the only variant of a product "Default Title". */
function fullTitle(node: VariantNode): string {
  return node.title === 'Default Title' ? node.product.title : `${node.product.title}, ${node.title}`
}

export function levelRow(node: LevelNode, variantId: number): LevelRow {
  const quantity = (name: string) => node.quantities.find((each) => each.name === name)?.quantity ?? 0
  return {
    variant_id: variantId,
    location_id: node.location.id,
    on_hand: quantity('on_hand'),
    available: quantity('available'),
    committed: quantity('committed'),
    incoming: quantity('incoming'),
    updated_at: node.updatedAt,
    event_at: null,
  }
}
