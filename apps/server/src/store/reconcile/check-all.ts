import { DAY_MS, DAYS_WITHOUT_ALL_ORDERS } from '@stockcast/contract'
import type { StoreThing } from '../../kernel/connector/rows.ts'
import { findLocationIds, replaceLocations } from '../inventory/queries.ts'
import { deleteLevels, listOldCatalogue } from '../inventory/removal-queries.ts'
import { checkScopes } from '../shops/reconnect.ts'
import { saveShopDetails } from '../sync/read-shop.ts'
import { type Check, inShop, settledBefore } from './check.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { checkChangedOrders, repairProduct } from './check-recent.ts'
import { collectUnreadable } from './set-aside.ts'

const BATCH_LINES = 5000

/** Compares the shop itself, the whole catalogue with its stock, and the orders that every app may read. */
export async function checkAll(check: Check): Promise<void> {
  await checkShop(check)
  await removeGone(check, await checkWholeCatalogue(check))
  const since = new Date(check.startedAt.getTime() - DAYS_WITHOUT_ALL_ORDERS * DAY_MS)
  await checkChangedOrders(check, since)
}

/** Compares the catalogue and its stock, and returns what the store has. */
async function checkWholeCatalogue(check: Check): Promise<Seen> {
  const seen: Seen = { variants: new Set(), levels: new Set() }
  const { shop } = check.opened
  const unreadable = collectUnreadable(check)
  const locationIds = await inShop(check, (tx) => findLocationIds(tx, check.merchantId))
  const from = { position: shop.start, signal: check.signal, batchLines: BATCH_LINES }
  for await (const { rows, restarts } of shop.catalogue(locationIds, unreadable.onUnreadable).steps(from)) {
    await unreadable.setAside()
    if (restarts) forget(seen)
    if (!rows) continue
    for (const variant of rows.variants) seen.variants.add(variant.id)
    for (const level of rows.levels) seen.levels.add(levelKey(level.itemId, level.locationId))
    await checkCatalogue(check, rows)
  }
  await unreadable.setAside()
  return seen
}

async function checkShop(check: Check): Promise<void> {
  const { kernel, merchantId, opened } = check
  const info = await opened.shop.details()
  const locations = await opened.shop.locations()
  await inShop(check, async (tx) => {
    await saveShopDetails(kernel, tx, { merchantId, shop: info })
    await checkScopes(kernel, tx, { merchantId, granted: info.scopes, connectedAt: opened.connectedAt })
    await replaceLocations(tx, merchantId, locations)
  })
}

interface Seen {
  variants: Set<number>
  levels: Set<string>
}

function forget(seen: Seen): void {
  seen.variants.clear()
  seen.levels.clear()
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

interface Level {
  item_id: number | null
  location_id: number
}

/**
 * Returns whether a stored level may still be in the store, given what could not be read. A level whose item
 * or location is unknown could be any.
 */
function unreadLevels(unread: readonly StoreThing[]): (level: Level) => boolean {
  const locations = new Set<number>()
  const levels = new Set<string>()
  for (const thing of unread) {
    if (thing.kind === 'location') locations.add(thing.id)
    if (thing.kind === 'level') levels.add(toKey(thing.itemId, thing.locationId))
  }
  return ({ item_id, location_id }) =>
    locations.has(location_id) ||
    [toKey(item_id, location_id), toKey(item_id, null), toKey(null, location_id), toKey(null, null)].some(
      (key) => levels.has(key),
    )
}

function toKey(itemId: number | null, locationId: number | null): string {
  return `${itemId}/${locationId}`
}
