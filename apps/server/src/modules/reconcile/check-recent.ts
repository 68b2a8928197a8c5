import { updatedSince } from '../../integrations/shopify/index.ts'
import { findLocationIds, listProducts } from '../inventory/index.ts'
import { levelsSince, writeProduct } from '../webhooks/index.ts'
import { type Check, countSettled, inShop } from './check.ts'
import { checkCatalogue } from './check-catalogue.ts'
import { checkOrders } from './check-orders.ts'
import { readOrderPages, readOrders } from './read-store.ts'

/** Orders of a longer period are read in bulk. */
const LONG_MS = 6 * 3_600_000

/** Compares what the store reports as changed since `since`. */
export async function checkRecent(check: Check, since: Date): Promise<void> {
  await checkChangedProducts(check, since)
  const locationIds = await inShop(check, (tx) => findLocationIds(tx, check.merchantId))
  for (const locationId of locationIds) {
    const levels = await levelsSince(check.opened.shop, locationId, since)
    await checkCatalogue(check, { products: [], variants: [], levels })
  }
  const isLong = check.startedAt.getTime() - since.getTime() > LONG_MS
  const { opened, signal } = check
  const batches = isLong ? readOrders(opened.shop, { since, signal }) : readOrderPages(opened.shop, since)
  for await (const batch of batches) await checkOrders(check, batch)
}

/** Reads each changed product as a whole, because only then are the variants that it lost known. */
async function checkChangedProducts(check: Check, since: Date): Promise<void> {
  const { shop } = check.opened
  const query = updatedSince(since)
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const page: Awaited<ReturnType<typeof shop.changedProducts>> = await shop.changedProducts({
      after,
      query,
    })
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

/** Makes one product equal to the store's. */
export async function repairProduct(check: Check, productId: number): Promise<void> {
  const { shop } = check.opened
  const { merchantId } = check
  await check.pace()
  const found = await shop.product(productId)
  await inShop(check, (tx) =>
    writeProduct(check.kernel, tx, { merchantId, productId, shopDomain: shop.domain, found }),
  )
}
