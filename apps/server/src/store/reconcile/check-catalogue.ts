import { today } from '../../kernel/calendar.ts'
import type { CatalogueRows, StoreThing } from '../../kernel/connector/rows.ts'
import { isFaultOfData } from '../../kernel/database/write-faults.ts'
import { findVariantsOfItems } from '../inventory/catalogue-queries.ts'
import { findDifferences } from '../inventory/find-differences.ts'
import { upsertStockOfDay } from '../inventory/stock-days-queries.ts'
import { writeCatalogue } from '../inventory/write-catalogue.ts'
import { deriveSalesOfNewVariants } from '../ledger/derived-sales-queries.ts'
import { type Check, countSettled, inShop } from './check.ts'
import { compareInHalves } from './set-aside.ts'

/** Compares a part of the catalogue and writes what differs. Sets aside what can never be stored. */
export async function checkCatalogue(check: Check, batch: CatalogueRows): Promise<void> {
  const items = getItems(batch)
  check.checked += items.length
  await compareInHalves(check, items, {
    compare: (some) => compareCatalogue(check, getBatch(some)),
    isFault: isFaultOfData,
    getThing,
  })
}

type Item = {
  [Name in keyof CatalogueRows]: { of: Name; row: CatalogueRows[Name][number] }
}[keyof CatalogueRows]

/** Returns products before their variants, and these before their levels. */
function getItems({ products, variants, levels }: CatalogueRows): Item[] {
  return [
    ...products.map((row) => ({ of: 'products' as const, row })),
    ...variants.map((row) => ({ of: 'variants' as const, row })),
    ...levels.map((row) => ({ of: 'levels' as const, row })),
  ]
}

function getBatch(items: readonly Item[]): CatalogueRows {
  const batch: CatalogueRows = { products: [], variants: [], levels: [] }
  for (const item of items) {
    if (item.of === 'products') batch.products.push(item.row)
    else if (item.of === 'variants') batch.variants.push(item.row)
    else batch.levels.push(item.row)
  }
  return batch
}

function getThing({ of, row }: Item): StoreThing {
  if (of === 'products') return { kind: 'product', id: row.id }
  if (of === 'variants') return { kind: 'variant', id: row.id }
  return { kind: 'level', itemId: row.itemId, locationId: row.locationId }
}

async function compareCatalogue(check: Check, batch: CatalogueRows): Promise<void> {
  await inShop(check, async (tx, target) => {
    // Products and variants come first: the levels of a missing variant are found only once the variant is
    // there.
    const listed = await findDifferences(tx, target, { ...batch, levels: [] })
    if (listed.products.length + listed.variants.length > 0) {
      await writeCatalogue(tx, target, listed)
      await deriveSalesOfNewVariants(tx, target.merchantId)
    }
    const { levels } = await findDifferences(tx, target, { products: [], variants: [], levels: batch.levels })
    const itemIds = levels.map((level) => level.itemId)
    const variantIds = [...(await findVariantsOfItems(tx, target.merchantId, itemIds)).values()].flat()
    if (levels.length > 0) {
      await writeCatalogue(tx, target, { products: [], variants: [], levels })
      const day = today(check.kernel.clock, target.timeZone)
      await upsertStockOfDay(tx, { merchantId: target.merchantId, day, variantIds })
    }
    check.differences.products += countSettled(check, [...listed.products, ...listed.variants])
    check.differences.stock += countSettled(check, levels)
    for (const id of [...variantIds, ...listed.variants.map((variant) => variant.id)]) check.touched.add(id)
  })
}
