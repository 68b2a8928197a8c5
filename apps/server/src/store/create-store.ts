import { handlingWith } from '../kernel/jobs/task.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Part } from '../kernel/part.ts'
import { readStoreBundles, readStoreBundlesTask } from './bundles/read-store-bundles.task.ts'
import { readStoreCollections, readStoreCollectionsTask } from './collections/read-store-collections.task.ts'
import { applyImport, applyImportTask } from './imports/apply/apply-import.task.ts'
import { checkImport, checkImportTask } from './imports/check-import.task.ts'
import { createImportRoutes } from './imports/routes.ts'
import { readScheduledReceipts, readScheduledReceiptsTask } from './inbound/read-scheduled-receipts.task.ts'
import { reconcileShop, reconcileShopTask } from './reconcile/reconcile-shop.task.ts'
import { scheduleReconcile, scheduleReconcileTask } from './reconcile/schedule-reconcile.task.ts'
import type { RequestFirstSync } from './shops/complete-connection.ts'
import { createShopRoutes } from './shops/routes.ts'
import { moveTimeZone, moveTimeZoneTask } from './sync/move-time-zone.task.ts'
import { createSyncRoutes } from './sync/routes.ts'
import { syncShop, syncShopTask } from './sync/sync-shop.task.ts'
import { applyWebhooks, applyWebhooksTask } from './webhooks/apply-webhooks.task.ts'
import { confirmDeparture, confirmDepartureTask } from './webhooks/confirm-departure.task.ts'
import { ensureSubscriptions, ensureSubscriptionsTask } from './webhooks/ensure-subscriptions.task.ts'
import { readChanges, readChangesTask } from './webhooks/read-changes.task.ts'
import { readLevels, readLevelsTask } from './webhooks/read-levels.task.ts'
import { createWebhookRoutes } from './webhooks/routes.ts'

/** Creates the domain; `onConnected` runs in the transaction that stores a connection. */
export function createStore(kernel: Kernel, onConnected: RequestFirstSync): Part {
  const task = handlingWith(kernel)
  return {
    direct: [createWebhookRoutes(kernel)],
    guarded: [createShopRoutes(kernel, onConnected), createSyncRoutes(kernel), createImportRoutes(kernel)],
    sync: [
      task(syncShopTask, syncShop),
      task(moveTimeZoneTask, moveTimeZone),
      task(readScheduledReceiptsTask, readScheduledReceipts),
      task(readStoreBundlesTask, readStoreBundles),
      task(readStoreCollectionsTask, readStoreCollections),
      task(applyWebhooksTask, applyWebhooks),
      task(confirmDepartureTask, confirmDeparture),
      task(readChangesTask, readChanges),
      task(readLevelsTask, (context, data, signal) => readLevels(context, data, { signal })),
      task(ensureSubscriptionsTask, ensureSubscriptions),
      task(reconcileShopTask, reconcileShop),
      task(scheduleReconcileTask, scheduleReconcile),
    ],
    batch: [task(checkImportTask, checkImport), task(applyImportTask, applyImport)],
    catchUp: () => scheduleReconcile(kernel),
  }
}
