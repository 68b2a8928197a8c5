import type { Tx } from './database/app-database.ts'
import type { Authenticate } from './http/context.ts'
import { limitExports } from './http/limit-exports.ts'
import type { Mounts } from './http/mounts.ts'
import type { Task, TaskDefinition } from './jobs/task.ts'
import type { Kernel } from './kernel.ts'
import {
  type AccountEndings,
  accountTaskDefinitions,
  createAccounts,
  refuseDemoUsers,
  refuseUnconfirmed,
} from './modules/accounts/index.ts'
import { createActionRoutes, createPlanRoutes, linkActions } from './modules/actions/index.ts'
import { createAlertRoutes } from './modules/alerts/index.ts'
import { auditRequests, createAuditRoutes } from './modules/audit/index.ts'
import { billingTaskDefinitions, createBilling } from './modules/billing/create-billing.ts'
import { isReadOnly } from './modules/billing/index.ts'
import { createCatalogRoutes } from './modules/catalog/index.ts'
import { createClockRoutes } from './modules/clock/index.ts'
import { createDashboardRoutes } from './modules/dashboard/index.ts'
import { createDemoRoutes, createDemoTasks, renewDemos, seedDemo } from './modules/demo/index.ts'
import { createExportRoutes } from './modules/exports/index.ts'
import { createForecasts, forecastTaskDefinitions } from './modules/forecasts/create-forecasts.ts'
import { createHealthRoutes, createMetrics, type Metrics } from './modules/health/index.ts'
import {
  applyImport,
  checkImport,
  createImportRoutes,
  createImportTasks,
  importBodyLimits,
  removeAllUploads,
  UPLOAD_PATHS,
} from './modules/imports/index.ts'
import { createEventStreams, createLiveRoutes } from './modules/live/index.ts'
import { createMerchantRoutes } from './modules/merchants/index.ts'
import {
  createConfirmRoutes,
  createNotificationRoutes,
  createNotificationTasks,
  createTwilioRoutes,
  createUnsubscribeRoutes,
  notificationTaskDefinitions,
  scheduleDeliveries,
  wakeDueChannels,
} from './modules/notifications/index.ts'
import { refreshProjections } from './modules/projection/index.ts'
import {
  createReconcileTasks,
  reconcileShop,
  scheduleReconcile,
  sendAllReconciles,
} from './modules/reconcile/index.ts'
import { createRetentionTasks, deleteOldRowsTask, scheduleRetention } from './modules/retention/index.ts'
import { createScorecards, scorecardTaskDefinitions } from './modules/scorecard/create-scorecards.ts'
import { createSettingsRoutes, settingsBodyLimits } from './modules/settings/index.ts'
import { createShopRoutes, leaveShop } from './modules/shops/index.ts'
import {
  createSyncRoutes,
  createSyncTasks,
  moveTimeZone,
  requestSync,
  syncShop,
} from './modules/sync/index.ts'
import { createTrendRoutes } from './modules/trends/index.ts'
import {
  applyWebhooks,
  confirmDeparture,
  createWebhookRoutes,
  createWebhookTasks,
  ensureSubscriptions,
  readChanges,
  readLevels,
  resumeInbox,
} from './modules/webhooks/index.ts'
import { wireProjection } from './wire-projection.ts'

export interface Modules {
  authenticate: Authenticate
  mounts: Mounts
  metrics: Metrics
  /** Throws when this process could not sign anybody in. */
  assertReady(): Promise<void>
  /** The tasks that a worker runs. */
  tasks: readonly Task[]
  /** Schedules the repeating work; calling it again changes nothing. */
  schedule(): Promise<void>
  /** Ends the answers that never end by themselves. */
  endStreams(): void
  /** Called last, when neither requests nor jobs run any more. */
  close(): Promise<void>
}

/** Every kind of background work; the queue is started with these before the modules exist. */
export const taskDefinitions: readonly TaskDefinition<object>[] = [
  ...accountTaskDefinitions,
  syncShop as TaskDefinition<object>,
  moveTimeZone as TaskDefinition<object>,
  applyWebhooks as TaskDefinition<object>,
  readChanges as TaskDefinition<object>,
  readLevels as TaskDefinition<object>,
  confirmDeparture as TaskDefinition<object>,
  ensureSubscriptions as TaskDefinition<object>,
  checkImport as TaskDefinition<object>,
  applyImport as TaskDefinition<object>,
  reconcileShop as TaskDefinition<object>,
  scheduleReconcile as TaskDefinition<object>,
  renewDemos as TaskDefinition<object>,
  deleteOldRowsTask as TaskDefinition<object>,
  scheduleRetention as TaskDefinition<object>,
  ...billingTaskDefinitions,
  refreshProjections as TaskDefinition<object>,
  ...forecastTaskDefinitions,
  ...scorecardTaskDefinitions,
  ...notificationTaskDefinitions,
]

/** Creates all modules of the server. */
export async function createModules(kernel: Kernel): Promise<Modules> {
  /** Queues a refresh: while the account was closed no alert was raised, and now each may be due. */
  const onReopened = (tx: Tx, merchantId: number) =>
    kernel.jobs.send(refreshProjections, { merchantId }, { tx, key: String(merchantId) })
  const billing = createBilling(kernel, onReopened)
  /** What else is deleted with an account. */
  const endings: AccountEndings[] = [
    { leave: (merchantId) => leaveShop(kernel, merchantId) },
    { onAccountDeleted: (tx, merchantId) => removeAllUploads(kernel, tx, merchantId) },
    { onAccountDeleted: billing.onAccountDeleted },
  ]
  const accounts = await createAccounts(kernel, (merchantId) => seedDemo(kernel, merchantId), endings)
  const streams = createEventStreams(kernel)
  const scorecards = createScorecards(kernel)
  const projection = wireProjection(kernel)
  const forecasts = createForecasts(kernel, projection.refresh, scorecards.onForecasted)
  const metrics = createMetrics(kernel, streams.count)
  kernel.live.onClock(() => streams.tellAll({ type: 'clock' }))
  // Pages read everything again, because events were lost while this process did not listen.
  kernel.live.onReconnect(() => streams.tellAll({ type: 'clock' }))

  /** Sends the work that became due when the sandbox clock was moved. */
  const onClockMoved = async () => {
    await billing.catchUp()
    await sendAllReconciles(kernel)
    await forecasts.catchUp()
    await wakeDueChannels(kernel)
  }

  /** Queues the first sync and the webhook subscriptions, in the transaction that stores the connection. */
  const onConnected = async (tx: Tx, merchantId: number) => {
    await kernel.jobs.send(ensureSubscriptions, { merchantId }, { tx, key: String(merchantId) })
    await resumeInbox(kernel, tx, merchantId)
    await billing.onShopConnected(tx, merchantId)
    return requestSync(kernel, tx, merchantId)
  }

  return {
    authenticate: accounts.authenticate,
    mounts: {
      direct: [
        { path: '/', routes: createWebhookRoutes(kernel) },
        { path: '/', routes: createTwilioRoutes(kernel) },
        { path: '/', routes: billing.webhookRoutes },
      ],
      open: [
        { path: '/', routes: accounts.authRoutes },
        { path: '/', routes: createClockRoutes(kernel, onClockMoved) },
        { path: '/', routes: createHealthRoutes(kernel, metrics) },
        { path: '/', routes: createUnsubscribeRoutes(kernel) },
        { path: '/', routes: createConfirmRoutes(kernel) },
        { path: '/', routes: createActionRoutes(kernel) },
      ],
      guards: [
        auditRequests(kernel),
        refuseDemoUsers(),
        refuseUnconfirmed(kernel),
        billing.writeGuard,
        limitExports(),
      ],
      guarded: [
        { path: '/', routes: accounts.routes },
        { path: '/', routes: createAuditRoutes(kernel) },
        { path: '/', routes: createExportRoutes(kernel) },
        { path: '/', routes: createMerchantRoutes(kernel) },
        { path: '/', routes: billing.routes },
        { path: '/', routes: createSettingsRoutes(kernel) },
        { path: '/', routes: createShopRoutes(kernel, onConnected) },
        { path: '/', routes: createSyncRoutes(kernel) },
        { path: '/', routes: createImportRoutes(kernel) },
        { path: '/', routes: createDemoRoutes(kernel) },
        { path: '/', routes: forecasts.routes },
        { path: '/', routes: scorecards.routes },
        { path: '/', routes: createAlertRoutes(kernel) },
        { path: '/', routes: createPlanRoutes(kernel) },
        { path: '/', routes: createNotificationRoutes(kernel) },
        { path: '/', routes: createCatalogRoutes(kernel) },
        { path: '/', routes: createDashboardRoutes(kernel) },
        { path: '/', routes: createTrendRoutes(kernel) },
        { path: '/', routes: createLiveRoutes(streams, accounts.isSessionOpen) },
      ],
      uploads: UPLOAD_PATHS,
      bodyLimits: { ...accounts.bodyLimits, ...settingsBodyLimits, ...importBodyLimits },
    },
    metrics,
    assertReady: accounts.assertSecret,
    tasks: [
      ...accounts.tasks,
      ...billing.tasks,
      ...createSyncTasks(kernel),
      ...createWebhookTasks(kernel),
      ...createImportTasks(kernel),
      ...createReconcileTasks(kernel),
      ...createNotificationTasks(kernel, {
        linkActions: (tx, { merchantId, ...alert }) => linkActions({ ...kernel, merchantId, tx }, alert),
        isReadOnly,
      }),
      ...createDemoTasks(kernel, accounts),
      ...createRetentionTasks(kernel),
      ...projection.tasks,
      ...forecasts.tasks,
      ...scorecards.tasks,
    ],
    schedule: async () => {
      await accounts.schedule()
      await billing.schedule()
      await kernel.jobs.schedule(renewDemos, '37 3 * * *', {})
      await kernel.jobs.schedule(scheduleRetention, '7 4 * * *', {})
      await forecasts.schedule()
      await scorecards.schedule()
      await kernel.jobs.schedule(scheduleReconcile, '* * * * *', {})
      await kernel.jobs.schedule(scheduleDeliveries, '* * * * *', {})
    },
    endStreams: streams.close,
    close: async () => {
      await forecasts.close()
      await scorecards.close()
    },
  }
}
