import { DAY_MS, DAYS_WITHOUT_ALL_ORDERS } from '@stockcast/contract'
import {
  type CatalogueBatch,
  deleteLevels,
  findLocationIds,
  listOldCatalogue,
  replaceLocations,
} from '../inventory/index.ts'
import { checkScopes } from '../shops/index.ts'
import { allLocations, saveShopDetails } from '../sync/index.ts'
import { type Check, inShop, settledBefore } from './check.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { checkOrders } from './check-orders.ts'
import { readEachLocation, repairProduct } from './check-recent.ts'
import { readCatalogueInBulk, readLevelPages, readOrders, readVariantPages } from './read-store.ts'
import { unreadLevels } from './unread-levels.ts'

/** Compares the shop itself, the whole catalogue with its stock, and the orders that every app may read. */
export async function checkAll(check: Check): Promise<void> {
  await checkShop(check)
  await removeGone(check, await checkWholeCatalogue(check))
  const since = new Date(check.startedAt.getTime() - DAYS_WITHOUT_ALL_ORDERS * DAY_MS)
  for await (const batch of readOrders(check, since)) await checkOrders(check, batch)
}

/** Compares the catalogue and its stock: in bulk, or page by page where bulk is unavailable. */
async function checkWholeCatalogue(check: Check): Promise<Seen> {
  const seen: Seen = { variants: new Set(), levels: new Set() }
  const checkSeen = async (batch: CatalogueBatch) => {
    for (const node of batch.variants) seen.variants.add(node.id)
    for (const node of batch.levels) seen.levels.add(levelKey(node.item.id, node.location.id))
    await checkCatalogue(check, batch)
  }
  const locationIds = await inShop(check, (tx) => findLocationIds(tx, check.merchantId))
  const bulk = readCatalogueInBulk(check)
  for (;;) {
    const next = await bulk.next()
    if (next.done && next.value) return seen
    if (next.done) break
    await checkSeen(next.value)
  }
  for await (const batch of readVariantPages(check)) await checkSeen(batch)
  await readEachLocation(check, locationIds, async (locationId) => {
    for await (const batch of readLevelPages(check, locationId)) await checkSeen(batch)
  })
  return seen
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
  const isUnread = unreadLevels(check.unread)
  const gone = await inShop(check, async (tx) => {
    const old = await listOldCatalogue(tx, merchantId, before)
    const levels = old.levels.filter(
      (row) =>
        seen.variants.has(row.variant_id) &&
        !seen.levels.has(levelKey(row.item_id, row.location_id)) &&
        !isUnread(row),
    )
    await deleteLevels(tx, merchantId, levels)
    for (const level of levels) check.touched.add(level.variant_id)
    check.differences.stock += levels.length
    return old.variants.filter((row) => !seen.variants.has(row.variant_id))
  })
  check.differences.products += gone.length
  for (const productId of new Set(gone.map((row) => row.product_id))) await repairProduct(check, productId)
}
