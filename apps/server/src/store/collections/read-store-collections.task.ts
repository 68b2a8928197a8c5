import type { MerchantKey } from '../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { deleteCollections, saveCollection } from '../inventory/collection-queries.ts'
import { isStillShop, mayRead, openShop } from '../shops/open-shop.ts'

/** Reads the collections of a store with their products. */
export const readStoreCollectionsTask = defineMerchantTask({
  name: 'read-store-collections',
  one: 'queued',
  retryLimit: 20,
  // Most of the time is spent waiting for a store: a few slow stores must not block the others.
  concurrency: 4,
})

/** Reads the collections one by one, then deletes those that the store no longer has. After an interruption it starts again. */
export async function readStoreCollections(
  kernel: Kernel,
  { merchantId }: MerchantKey,
  signal: AbortSignal,
): Promise<void> {
  if (!(await mayRead(kernel, merchantId))) return
  const { shop, shopGid, store } = await openShop(kernel, merchantId)
  const pace = store.createPace(signal)
  const kept = await shop.collectionIds()
  for (const id of kept) {
    await pace()
    const collection = await shop.collection(id)
    const isWritten = await kernel.db.withTenant(merchantId, async (tx) => {
      if (!(await isStillShop(tx, merchantId, shopGid))) return false
      if (collection === null) await deleteCollections(tx, merchantId, { deleted: id })
      else await saveCollection(tx, merchantId, collection)
      return true
    })
    if (!isWritten) return
  }
  await kernel.db.withTenant(merchantId, async (tx) => {
    if (!(await isStillShop(tx, merchantId, shopGid))) return
    await deleteCollections(tx, merchantId, { kept })
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
  })
}
