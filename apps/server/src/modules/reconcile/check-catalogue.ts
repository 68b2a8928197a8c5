import { today } from '../../calendar.ts'
import {
  type CatalogueBatch,
  findDifferences,
  findVariantsOfItems,
  upsertStockOfDay,
  writeCatalogue,
} from '../inventory/index.ts'
import { deriveSalesOfNewVariants } from '../ledger/index.ts'
import { type Check, countSettled, inShop } from './check.ts'

/** Compares a part of the catalogue and writes what differs. */
export async function checkCatalogue(check: Check, batch: CatalogueBatch): Promise<void> {
  check.checked += batch.products.length + batch.variants.length + batch.levels.length
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
