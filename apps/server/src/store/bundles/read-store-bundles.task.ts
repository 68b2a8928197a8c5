import { today } from '../../kernel/calendar.ts'
import { isStoreFault } from '../../kernel/connector/store-error.ts'
import type { MerchantKey } from '../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopFacts } from '../../kernel/shop-facts/queries.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { deriveBundledSales } from '../ledger/bundled-sales-queries.ts'
import { lockLedger } from '../ledger/queries.ts'
import { isStillShop, mayRead, openShop } from '../shops/open-shop.ts'
import { lockRecipes, replaceStoreRecipes } from './queries.ts'

/** Reads which products of a store are bundles, and their parts. */
export const readStoreBundlesTask = defineMerchantTask({
  name: 'read-store-bundles',
  one: 'queued',
  retryLimit: 20,
  // Most of the time is spent waiting for a store: a few slow stores must not block the others.
  concurrency: 4,
})

/** Reads the bundles of a shop, and replaces what was stored of them. */
export async function readStoreBundles(kernel: Kernel, { merchantId }: MerchantKey): Promise<void> {
  if (!(await mayRead(kernel, merchantId))) return
  const { shop, shopGid } = await openShop(kernel, merchantId)
  const bundles = await shop.bundles().catch((error: unknown) => {
    if (isStoreFault(error, 'access_denied')) return null
    throw error
  })
  if (bundles === null) return
  await kernel.db.withTenant(merchantId, async (tx) => {
    const facts = await findShopFacts(tx, merchantId)
    if (!facts || !(await isStillShop(tx, merchantId, shopGid))) return
    await lockRecipes(tx, merchantId)
    const day = today(kernel.clock, facts.timeZone)
    const changed = await replaceStoreRecipes(tx, { merchantId, today: day, bundles })
    if (changed.length === 0) return
    await lockLedger(tx, merchantId)
    await deriveBundledSales(tx, merchantId, null)
    await queueRefresh(kernel, tx, { merchantId, variantIds: changed })
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
  })
}
