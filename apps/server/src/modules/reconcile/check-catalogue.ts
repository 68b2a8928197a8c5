import { today } from '../../calendar.ts'
import { isFaultOfData } from '../../database/fault-of-data.ts'
import {
  type CatalogueBatch,
  findDifferences,
  findVariantsOfItems,
  upsertStockOfDay,
  writeCatalogue,
} from '../inventory/index.ts'
import { deriveSalesOfNewVariants } from '../ledger/index.ts'
import { type Check, countSettled, inShop } from './check.ts'
import { compareInHalves } from './set-aside.ts'

/** Compares a part of the catalogue and writes what differs. Sets aside what can never be stored. */
export async function checkCatalogue(check: Check, batch: CatalogueBatch): Promise<void> {
  const items = itemsOf(batch)
  check.checked += items.length
  await compareInHalves(check, items, {
    compare: (some) => compareCatalogue(check, batchOf(some)),
    isFault: isFaultOfData,
    resourceOf,
  })
}

type Item = {
  [Name in keyof CatalogueBatch]: { of: Name; node: CatalogueBatch[Name][number] }
}[keyof CatalogueBatch]

/** Returns products before their variants, and these before their levels. */
function itemsOf({ products, variants, levels }: CatalogueBatch): Item[] {
  return [
    ...products.map((node) => ({ of: 'products' as const, node })),
    ...variants.map((node) => ({ of: 'variants' as const, node })),
    ...levels.map((node) => ({ of: 'levels' as const, node })),
  ]
}

function batchOf(items: readonly Item[]): CatalogueBatch {
  const batch: CatalogueBatch = { products: [], variants: [], levels: [] }
  for (const item of items) {
    if (item.of === 'products') batch.products.push(item.node)
    else if (item.of === 'variants') batch.variants.push(item.node)
    else batch.levels.push(item.node)
  }
  return batch
}

function resourceOf({ of, node }: Item): string {
  if (of === 'products') return `Product/${node.id}`
  if (of === 'variants') return `ProductVariant/${node.id}`
  return levelResource(node.item.id, node.location.id)
}

function levelResource(itemId: number, locationId: number): string {
  return `InventoryLevel/${locationId}?inventory_item_id=${itemId}`
}

async function compareCatalogue(check: Check, batch: CatalogueBatch): Promise<void> {
  await inShop(check, async (tx, target) => {
    // Products and variants come first: the levels of a missing variant are found only once the variant is
    // there.
    const listed = await findDifferences(tx, target, { ...batch, levels: [] })
    if (listed.products.length + listed.variants.length > 0) {
      await writeCatalogue(tx, target, listed)
      await deriveSalesOfNewVariants(tx, target.merchantId)
    }
    const { levels } = await findDifferences(tx, target, { products: [], variants: [], levels: batch.levels })
    const itemIds = levels.map((level) => level.item.id)
    const restocked = [...(await findVariantsOfItems(tx, target.merchantId, itemIds)).values()].flat()
    if (levels.length > 0) {
      await writeCatalogue(tx, target, { products: [], variants: [], levels })
      const day = today(check.kernel.clock, target.timeZone)
      await upsertStockOfDay(tx, { merchantId: target.merchantId, day, variantIds: restocked })
    }
    check.differences.products += countSettled(check, [...listed.products, ...listed.variants])
    check.differences.stock += countSettled(check, levels)
    for (const id of [...restocked, ...listed.variants.map((node) => node.id)]) check.touched.add(id)
  })
}
