import { HOUR_MS } from '@stockcast/contract'
import { updatedSince } from '../../integrations/shopify/index.ts'
import { findLocationIds, listProducts } from '../inventory/index.ts'
import { isFaultOfResource, levelsSince, writeProduct } from '../webhooks/index.ts'
import { type Check, countSettled, inShop } from './check.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { checkOrders } from './check-orders.ts'
import { readOrderPages, readOrders } from './read-store.ts'
import { collectUnreadable, type Fault, setAside } from './set-aside.ts'

/** Orders of a longer period are read in bulk. */
const LONG_MS = 6 * HOUR_MS

/** Compares what the store reports as changed since `since`. */
export async function checkRecent(check: Check, since: Date): Promise<void> {
  await checkChangedProducts(check, since)
  await checkChangedLevels(check, since)
  const isLong = check.startedAt.getTime() - since.getTime() > LONG_MS
  const batches = isLong ? readOrders(check, since) : readOrderPages(check, since)
  for await (const batch of batches) await checkOrders(check, batch)
}

async function checkChangedLevels(check: Check, since: Date): Promise<void> {
  const locationIds = await inShop(check, (tx) => findLocationIds(tx, check.merchantId))
  const unreadable = collectUnreadable(check)
  await readEachLocation(check, locationIds, async (locationId) => {
    const levels = await levelsSince(check.opened.shop, locationId, since, unreadable.onUnreadable)
    await unreadable.setAside()
    await checkCatalogue(check, { products: [], variants: [], levels })
  })
}

/**
 * Reads each location, and sets aside one that cannot be read. Throws when none can, because no stock at all
 * is compared then.
 */
export async function readEachLocation(
  check: Check,
  locationIds: readonly number[],
  read: (locationId: number) => Promise<void>,
): Promise<void> {
  const faults: Fault[] = []
  for (const locationId of locationIds) {
    try {
      await read(locationId)
    } catch (error) {
      if (!isFaultOfResource(error)) throw error
      faults.push({ resource: `Location/${locationId}`, error })
    }
  }
  if (faults.length > 0 && faults.length === locationIds.length) throw faults[0]!.error
  for (const fault of faults) await setAside(check, fault)
}

/** Reads each changed product as a whole, because only then are the variants that it lost known. */
async function checkChangedProducts(check: Check, since: Date): Promise<void> {
  const { shop } = check.opened
  const query = updatedSince(since)
  const { onUnreadable, setAside: setUnreadableAside } = collectUnreadable(check)
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof shop.changedProducts>> = await shop.changedProducts({
      after,
      query,
      onUnreadable,
    })
    await setUnreadableAside()
    after = page.next
    check.checked += page.nodes.length
    const ids = page.nodes.map((node) => node.id)
    const rows = await inShop(check, (tx) => listProducts(tx, check.merchantId, ids))
    const stored = new Map(rows.map((row) => [row.product_id, row.updated_at]))
    const differing = page.nodes.filter((node) => (stored.get(node.id) ?? new Date(0)) < node.updatedAt)
    check.differences.products += countSettled(check, differing)
    for (const { id } of differing) await repairProduct(check, id)
  }
}

/** Makes one product equal to the store's. Sets it aside when it can never be read or stored. */
export async function repairProduct(check: Check, productId: number): Promise<void> {
  try {
    await writeFoundProduct(check, productId)
  } catch (error) {
    if (!isFaultOfResource(error)) throw error
    await setAside(check, { resource: `Product/${productId}`, error })
  }
}

async function writeFoundProduct(check: Check, productId: number): Promise<void> {
  const { shop } = check.opened
  const { merchantId } = check
  await check.pace()
  const found = await shop.product(productId)
  await inShop(check, (tx) =>
    writeProduct(check.kernel, tx, { merchantId, productId, shopDomain: shop.domain, found }),
  )
}
