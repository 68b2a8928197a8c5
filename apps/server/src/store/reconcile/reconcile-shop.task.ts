import { DAY_MS, HOUR_SECONDS, MINUTE_MS } from '@stockcast/contract'
import { z } from 'zod'
import type { Tx } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import { defineTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { isStale } from '../../kernel/shop-facts/is-stale.ts'
import { requireShopFacts } from '../../kernel/shop-facts/queries.ts'
import { readStoreBundlesTask } from '../bundles/read-store-bundles.task.ts'
import { queueRefresh } from '../changes/queue-refresh.ts'
import { expectForecast, requestForecast } from '../changes/request-forecast.ts'
import { readStoreCollectionsTask } from '../collections/read-store-collections.task.ts'
import { readScheduledReceiptsTask } from '../inbound/read-scheduled-receipts.task.ts'
import { updateStockAsOf } from '../inventory/queries.ts'
import { openShop } from '../shops/open-shop.ts'
import { ensureSubscriptionsTask } from '../webhooks/ensure-subscriptions.task.ts'
import { resumeInbox } from '../webhooks/inbox.ts'
import { deleteOldDeliveries, deleteOldFaults } from '../webhooks/queries.ts'
import { type Check, inShop } from './check.ts'
import { checkAll } from './check-all.ts'
import { checkRecent } from './check-recent.ts'
import { beginComparison, type DueComparison } from './next-comparison.ts'
import { insertRun } from './queries.ts'

/**
 * Compares the database with the store and repairs it: recent changes, or everything.
 */
export const reconcileShopTask = defineTask({
  name: 'reconcile-shop',
  data: z.object({ merchantId: z.number().int().positive(), kind: z.enum(['recent', 'full']).optional() }),
  one: 'queued',
  retryLimit: 3,
  retryDelaySeconds: 20,
  expireInSeconds: 4 * HOUR_SECONDS,
  // Most of the time is spent waiting for the store: a few slow stores must not block the others.
  concurrency: 6,
})

/** A store's search may lag behind its writes. */
const OVERLAP_MS = 10 * MINUTE_MS
/** A store repeats a delivery for hours; its id is kept much longer than that. */
const DELIVERIES_KEPT_DAYS = 8

interface ReconcileInput {
  merchantId: number
  /** Everything, or what changed since the last comparison; without it, whichever is due. */
  kind?: 'recent' | 'full' | undefined
}

/**
 * Compares with the store and repairs what differs. Notes when the next comparison is due. Skips a store that
 * was never read, is being read or is disconnected. A comparison that was interrupted can be run again and
 * ends the same.
 */
export async function reconcileShop(
  kernel: Kernel,
  input: ReconcileInput,
  signal: AbortSignal,
): Promise<void> {
  const { merchantId } = input
  const startedAt = kernel.clock.now()
  const due = await kernel.db.withTenant(merchantId, (tx) => beginComparison(kernel, tx, merchantId))
  if (due === null) return
  const kind = input.kind ?? due.kind
  try {
    const opened = await openShop(kernel, merchantId)
    const differences = { stock: 0, orders: 0, products: 0 }
    const pace = opened.store.createPace(signal)
    const started = { kernel, merchantId, opened, signal, pace, startedAt, checked: 0, differences }
    const check: Check = { ...started, touched: new Set(), unread: [], hasNewSales: false }
    if (kind === 'full') await checkAll(check)
    else await checkRecent(check, new Date(due.since.getTime() - OVERLAP_MS))
    await finish(check, kind)
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable || error.code === 'internal') throw error
    kernel.log.warn({ err: error, merchantId, kind }, 'cannot compare with the store')
  }
}

async function finish(check: Check, kind: DueComparison['kind']): Promise<void> {
  const { kernel, merchantId, startedAt, checked, differences } = check
  const finishedAt = kernel.clock.now()
  await inShop(check, async (tx) => {
    const shop = await requireShopFacts(tx, merchantId)
    const wasStale = shop.stockAsOf === null || isStale(shop, finishedAt)
    await insertRun(tx, { merchantId, kind, startedAt, finishedAt, checked, differences })
    await updateStockAsOf(tx, merchantId, finishedAt)
    await queueWhatFollows(check, tx, { wasStale, isUnforecast: shop.forecastAsOf === null })
    await resumeInbox(kernel, tx, merchantId)
    if (kind === 'full') await tidy(check, tx)
    await kernel.live.publish(tx, merchantId, { type: 'stock' })
  })
}

/**
 * Queues the refresh of what follows from the changes. No alert was raised while the figures were old, so
 * each may be due now. A forecast made in the meantime lacks the sales that have just arrived. A store that was
 * empty at first has its first forecast once it has products.
 */
async function queueWhatFollows(
  check: Check,
  tx: Tx,
  { wasStale, isUnforecast }: { wasStale: boolean; isUnforecast: boolean },
): Promise<void> {
  const { kernel, merchantId, touched, hasNewSales } = check
  if (isUnforecast) await expectForecast(kernel, tx, merchantId)
  if (wasStale && hasNewSales) await requestForecast(kernel, tx, merchantId)
  if (!wasStale && touched.size === 0) return
  await queueRefresh(kernel, tx, { merchantId, variantIds: wasStale ? null : [...touched] })
}

async function tidy({ kernel, merchantId, startedAt }: Check, tx: Tx): Promise<void> {
  const keptSince = new Date(startedAt.getTime() - DELIVERIES_KEPT_DAYS * DAY_MS)
  await deleteOldDeliveries(tx, merchantId, keptSince)
  await deleteOldFaults(tx, merchantId, startedAt)
  await kernel.jobs.send(readScheduledReceiptsTask, { merchantId }, { tx })
  await kernel.jobs.send(readStoreBundlesTask, { merchantId }, { tx })
  await kernel.jobs.send(readStoreCollectionsTask, { merchantId }, { tx })
  await kernel.jobs.send(ensureSubscriptionsTask, { merchantId }, { tx })
}
