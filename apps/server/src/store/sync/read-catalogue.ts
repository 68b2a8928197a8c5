import { today } from '../../kernel/calendar.ts'
import type { ReadStep } from '../../kernel/connector/connector.ts'
import type { CatalogueRows } from '../../kernel/connector/rows.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { countCatalogue, findLocationIds, updateStockAsOf } from '../inventory/queries.ts'
import { clearSeen, deleteUnseen } from '../inventory/removal-queries.ts'
import { upsertStockOfDay } from '../inventory/stock-days-queries.ts'
import { type CatalogueTarget, writeCatalogue } from '../inventory/write-catalogue.ts'
import { cursorWith, getMethod, getSteps, orderRange, prepareRead } from './long-read.ts'
import { commitStep, type SyncRun, toCursor } from './sync-run.ts'

/**
 * Reads every product, variant and stock level. Lets the store prepare the orders too, so that it prepares
 * both at the same time.
 */
export async function readCatalogue(run: SyncRun): Promise<void> {
  const { kernel, merchantId, shop } = run
  const target = { merchantId, shopDomain: shop.domain, timeZone: toCursor(run).timeZone }
  const locationIds = await kernel.db.withTenant(merchantId, (tx) => findLocationIds(tx, merchantId))
  const read = shop.catalogue(locationIds)
  await prepareRead(run, 'catalogue', read)
  await prepareRead(run, 'orders', shop.orders(orderRange(run)))
  for await (const step of getSteps(run, 'catalogue', read)) await writeStep(run, target, step)
  await completeCatalogue(run)
}

async function writeStep(
  run: SyncRun,
  target: CatalogueTarget,
  step: ReadStep<CatalogueRows>,
): Promise<void> {
  await commitStep(run, async (tx) => {
    if (step.restarts) await clearSeen(tx, run.merchantId)
    if (step.rows) await writeCatalogue(tx, target, step.rows)
    const before = step.restarts ? { products: 0, variants: 0 } : run.progress
    return {
      cursor: cursorWith(run, 'catalogue', step.position),
      products: before.products + (step.rows?.products.length ?? 0),
      variants: before.variants + (step.rows?.variants.length ?? 0),
      ...getMethod(step),
    }
  })
}

async function completeCatalogue(run: SyncRun): Promise<void> {
  const { kernel, merchantId } = run
  await commitStep(run, async (tx) => {
    await deleteUnseen(tx, merchantId)
    await clearSeen(tx, merchantId)
    const day = today(kernel.clock, toCursor(run).timeZone)
    await upsertStockOfDay(tx, { merchantId, day, variantIds: null })
    await updateStockAsOf(tx, merchantId, kernel.clock.now())
    // Before the first sales are read, every product would look as if it had never sold.
    if (run.kind === 'full') await queueRefresh(kernel, tx, { merchantId, variantIds: null })
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
    return { phase: 'orders', ...(await countCatalogue(tx, merchantId)) }
  })
}
