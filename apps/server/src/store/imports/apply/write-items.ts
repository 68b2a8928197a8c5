import { dayFromEpoch } from '../../../kernel/calendar.ts'
import type { MerchantKey, Tx } from '../../../kernel/database/app-database.ts'
import { lockStock, updateStockAsOf } from '../../inventory/queries.ts'
import { clearSeen, deleteEmptyProducts, deleteLevels } from '../../inventory/removal-queries.ts'
import { upsertStockOfDay } from '../../inventory/stock-days-queries.ts'
import { type CatalogueTarget, writeCatalogue } from '../../inventory/write-catalogue.ts'
import { deriveSalesOfNewVariants, moveFirstSeenToFirstSale } from '../../ledger/derived-sales-queries.ts'
import type { Item } from '../check/item-rows.ts'
import { deleteUnusedLocations, findKnownItems, upsertLocations } from '../item-queries.ts'
import { type ItemPlan, type ItemTarget, planItems } from './plan-items.ts'

export interface WrittenItems {
  skus: number
  newSkus: number
  changedSkus: number
}

/**
 * Writes items in chunks, then the stock of the day. Sales that waited for their variants count from now on.
 */
export async function writeItems(
  tx: Tx,
  args: MerchantKey & {
    timeZone: string
    shopDomain: string
    today: number
    at: Date
    chunks: AsyncIterable<readonly Item[]>
  },
): Promise<WrittenItems> {
  const { merchantId, shopDomain, timeZone, at } = args
  const target: ItemTarget = { at, today: dayFromEpoch(args.today) }
  await lockStock(tx, merchantId)
  const ids = new Set<number>()
  const newIds = new Set<number>()
  const changedIds = new Set<number>()
  for await (const items of args.chunks) {
    const plan = await planChunk(tx, { merchantId, items, target })
    await writePlan(tx, { merchantId, shopDomain, timeZone }, plan)
    const variantIds = plan.rows.variants.map((variant) => variant.id)
    await upsertStockOfDay(tx, { merchantId, day: target.today, variantIds })
    for (const id of variantIds) ids.add(id)
    for (const id of plan.newIds) newIds.add(id)
    for (const id of plan.changedIds) changedIds.add(id)
  }
  await clearSeen(tx, merchantId)
  await deleteEmptyProducts(tx, merchantId)
  await deleteUnusedLocations(tx, merchantId)
  await deriveSalesOfNewVariants(tx, merchantId)
  await moveFirstSeenToFirstSale(tx, merchantId)
  await updateStockAsOf(tx, merchantId, at)
  const changed = [...changedIds].filter((id) => !newIds.has(id))
  return { skus: ids.size, newSkus: newIds.size, changedSkus: changed.length }
}

export async function planChunk(
  tx: Tx,
  args: { merchantId: number; items: readonly Item[]; target: ItemTarget },
): Promise<ItemPlan> {
  const ids = [...new Set(args.items.map((item) => item.variantId))]
  return planItems(args.items, await findKnownItems(tx, args.merchantId, ids), args.target)
}

async function writePlan(tx: Tx, target: CatalogueTarget, plan: ItemPlan): Promise<void> {
  await upsertLocations(tx, target.merchantId, plan.locations)
  await deleteLevels(tx, target.merchantId, plan.droppedLevels)
  await writeCatalogue(tx, target, plan.rows)
}
