import { DAYS_WITHOUT_ALL_ORDERS } from '@stockcast/contract'
import { deleteLevels, findLocationIds, listOldCatalogue, replaceLocations } from '../inventory/index.ts'
import { checkScopes } from '../shops/index.ts'
import { allLocations, saveShopDetails } from '../sync/index.ts'
import { type Check, inShop, settledBefore } from './check.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { checkOrders } from './check-orders.ts'
import { repairProduct } from './check-recent.ts'
import { readOrders, readWholeCatalogue } from './read-store.ts'

const DAY_MS = 86_400_000

/** Compares the shop itself, the whole catalogue with its stock, and the orders that every app may read. */
export async function checkAll(check: Check): Promise<void> {
  const { shop } = check.opened
  await checkShop(check)
  const seen: Seen = { variants: new Set(), levels: new Set() }
  const locationIds = await inShop(check, (tx) => findLocationIds(tx, check.merchantId))
  for await (const batch of readWholeCatalogue(shop, { locationIds, signal: check.signal })) {
    for (const node of batch.variants) seen.variants.add(node.id)
    for (const node of batch.levels) seen.levels.add(levelKey(node.item.id, node.location.id))
    await checkCatalogue(check, batch)
  }
  await removeGone(check, seen)
  const since = new Date(check.startedAt.getTime() - DAYS_WITHOUT_ALL_ORDERS * DAY_MS)
  for await (const batch of readOrders(shop, { since, signal: check.signal })) await checkOrders(check, batch)
}

async function checkShop(check: Check): Promise<void> {
  const { kernel, merchantId, opened } = check
  const info = await opened.shop.info()
  const locations = await allLocations(opened.shop)
  await inShop(check, async (tx) => {
    await saveShopDetails(kernel, tx, { merchantId, shop: info })
    await checkScopes(kernel, tx, { merchantId, granted: info.scopes })
    await replaceLocations(tx, merchantId, locations)
  })
}

interface Seen {
  variants: Set<number>
  levels: Set<string>
}

function levelKey(itemId: number | null, locationId: number): string {
  return `${itemId}/${locationId}`
}

/**
 * Removes what the store no longer lists, if it was here before the comparison began. Asks for each such
 * product once more by its id.
 */
async function removeGone(check: Check, seen: Seen): Promise<void> {
  const { merchantId } = check
  const before = settledBefore(check)
  const gone = await inShop(check, async (tx) => {
    const old = await listOldCatalogue(tx, merchantId, before)
    const levels = old.levels.filter(
      (row) => seen.variants.has(row.variant_id) && !seen.levels.has(levelKey(row.item_id, row.location_id)),
    )
    await deleteLevels(tx, merchantId, levels)
    for (const level of levels) check.touched.add(level.variant_id)
    check.differences.stock += levels.length
    return old.variants.filter((row) => !seen.variants.has(row.variant_id))
  })
  check.differences.products += gone.length
  for (const productId of new Set(gone.map((row) => row.product_id))) await repairProduct(check, productId)
}
