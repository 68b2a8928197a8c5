import { today } from '../../calendar.ts'
import { BULK_PRODUCTS } from '../../integrations/shopify/index.ts'
import {
  type CatalogueTarget,
  clearSeen,
  countCatalogue,
  deleteUnseen,
  updateStockAsOf,
  upsertStockOfDay,
  writeCatalogue,
} from '../inventory/index.ts'
import { refreshProjectionsTask } from '../projection/index.ts'
import { parseCatalogueLines } from './catalogue-batch.ts'
import { readCataloguePages } from './read-catalogue-pages.ts'
import { ensureBulkStarted, readInBulk } from './read-in-bulk.ts'
import { ordersQuery } from './read-orders.ts'
import { commitStep, cursorOf, type SyncRun } from './sync-run.ts'

/**
 * Reads every product, variant and stock level. Starts the bulk operation of the orders too, so that both run
 * at Shopify at the same time.
 */
export async function readCatalogue(run: SyncRun): Promise<void> {
  const target = { merchantId: run.merchantId, shopDomain: run.shop.domain, timeZone: cursorOf(run).timeZone }
  await ensureBulkStarted(run, 'catalogue', BULK_PRODUCTS)
  await ensureBulkStarted(run, 'orders', ordersQuery(run))
  if (!(await readCatalogueInBulk(run, target))) await readCataloguePages(run, target)
  await completeCatalogue(run)
}

function readCatalogueInBulk(run: SyncRun, target: CatalogueTarget): Promise<boolean> {
  const stream = { name: 'catalogue', query: BULK_PRODUCTS } as const
  return readInBulk(run, stream, parseCatalogueLines, async ({ records, nextOffset }) => {
    await commitStep(run, async (tx) => {
      await writeCatalogue(tx, target, records)
      const { catalogue } = cursorOf(run)
      return {
        cursor: {
          ...cursorOf(run),
          catalogue: { ...catalogue, offset: nextOffset },
        } as typeof run.progress.cursor,
        products: run.progress.products + records.products.length,
        variants: run.progress.variants + records.variants.length,
      }
    })
  })
}

async function completeCatalogue(run: SyncRun): Promise<void> {
  const { kernel, merchantId } = run
  await commitStep(run, async (tx) => {
    await deleteUnseen(tx, merchantId)
    await clearSeen(tx, merchantId)
    const day = today(kernel.clock, cursorOf(run).timeZone)
    await upsertStockOfDay(tx, { merchantId, day, variantIds: null })
    await updateStockAsOf(tx, merchantId, kernel.clock.now())
    // Before the first sales are read, every product would look as if it had never sold.
    if (run.kind === 'full') await kernel.jobs.send(refreshProjectionsTask, { merchantId }, { tx })
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
    return { phase: 'orders', ...(await countCatalogue(tx, merchantId)) }
  })
}
