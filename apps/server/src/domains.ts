import {
  type AccountEndings,
  createAccounts,
  createBilling,
  createDemoRoutes,
  createExportRoutes,
  createMerchantRoutes,
  deleteOldRows,
  deleteOldRowsTask,
  refuseDemoUsers,
  refuseLesserRoles,
  refuseUnconfirmed,
  renewDemos,
  renewDemosTask,
  scheduleRetention,
  scheduleRetentionTask,
  seedDemo,
} from './accounts/index.ts'
import {
  createAlertRoutes,
  createNotifications,
  type DeliveryPorts,
  listRecentAlerts,
} from './alerts/index.ts'
import { isReadOnly, refuseWithoutPlan } from './kernel/access/access.ts'
import { auditRequests } from './kernel/audit/record-audit.ts'
import { createAuditRoutes } from './kernel/audit/routes.ts'
import { createClockRoutes } from './kernel/clock/routes.ts'
import type { Tx } from './kernel/database/app-database.ts'
import { createMetrics } from './kernel/health/metrics.ts'
import { createHealthRoutes } from './kernel/health/routes.ts'
import type { Authenticate } from './kernel/http/context.ts'
import { assertEndpoints } from './kernel/http/find-endpoint.ts'
import { limitExports } from './kernel/http/limit-exports.ts'
import { limitUses } from './kernel/http/limit-uses.ts'
import type { Mounts } from './kernel/http/mounts.ts'
import { handlingWith, type Task, type WorkKind, workKinds } from './kernel/jobs/task.ts'
import type { Kernel } from './kernel/kernel.ts'
import { createEventStreams } from './kernel/live/event-streams.ts'
import { createLiveRoutes } from './kernel/live/routes.ts'
import type { Part, Routes } from './kernel/part.ts'
import { accountKind } from './kernel/quotas/account-kind.ts'
import { createOrdering, linkActions, markMail } from './ordering/index.ts'
import {
  createCatalogRoutes,
  createForecasts,
  createPlanningRoutes,
  createScorecards,
  keepTotals,
  keepTotalsTask,
} from './planning/index.ts'
import {
  createStore,
  ensureSubscriptionsTask,
  leaveShop,
  queueRefresh,
  requestSync,
  resumeInbox,
} from './store/index.ts'
import { wireProjection } from './wire-projection.ts'

export interface Domains {
  authenticate: Authenticate
  mounts: Mounts
  /** What every process answers about its health. */
  health: Routes
  /** Throws when this process could not sign anybody in. */
  assertReady(): Promise<void>
  /** All background tasks. */
  tasks: readonly DomainTask[]
  /** Deletes a user and all of the user's data. */
  eraseAccount(user: { id: string }): Promise<void>
  /** Ends the answers that never end by themselves. */
  endStreams(): void
  /** Called last, when neither requests nor jobs run any more. */
  close(): Promise<void>
}

export interface DomainTask extends Task {
  work: WorkKind
}

/** Creates all domains of the server. */
export async function createDomains(kernel: Kernel): Promise<Domains> {
  /** Queues a refresh: while the account was closed no alert was raised, and now each may be due. */
  const onReopened = (tx: Tx, merchantId: number) =>
    queueRefresh(kernel, tx, { merchantId, variantIds: null })
  const billing = createBilling(kernel, onReopened)
  /** What else is deleted with an account. */
  const endings: AccountEndings[] = [
    { leave: (merchantId) => leaveShop(kernel, merchantId) },
    { onAccountDeleted: billing.onAccountDeleted },
  ]
  const accounts = await createAccounts(kernel, (merchantId) => seedDemo(kernel, merchantId), endings)
  const streams = createEventStreams(kernel)
  const scorecards = createScorecards(kernel)
  const projection = wireProjection(kernel)
  const forecasts = createForecasts(kernel, projection.refresh, scorecards.onForecasted)
  const metrics = createMetrics(kernel, streams.count)
  const health = createHealthRoutes(kernel, metrics)
  kernel.live.onClock(() => streams.tellAll({ type: 'clock' }))
  // Pages read everything again, because events were lost while this process did not listen.
  kernel.live.onReconnect(() => streams.tellAll({ type: 'clock' }))

  /** Sends the work that became due when the sandbox clock was moved. */
  const onClockMoved = async () => {
    for (const part of parts) await part.catchUp?.()
  }

  /** Queues the first sync and the webhook subscriptions, in the transaction that stores the connection. */
  const onConnected = async (tx: Tx, merchantId: number) => {
    await kernel.jobs.send(ensureSubscriptionsTask, { merchantId }, { tx })
    await resumeInbox(kernel, tx, merchantId)
    await billing.onShopConnected(tx, merchantId)
    return requestSync(kernel, tx, merchantId)
  }

  const task = handlingWith(kernel)
  const deliveryPorts: DeliveryPorts = {
    linkActions: (tx, { merchantId, ...alert }) => linkActions({ ...kernel, merchantId, tx }, alert),
    isReadOnly,
    onOrderMailEnded: async (tx, mail) => {
      await markMail(tx, mail)
      await kernel.live.publish(tx, mail.merchantId, { type: 'purchasing' })
    },
  }

  const parts: readonly Part[] = [
    {
      open: [accounts.authRoutes],
      guarded: [accounts.routes, accounts.teamRoutes],
      sync: accounts.tasks,
    },
    {
      open: [createClockRoutes(kernel, onClockMoved), health],
      guarded: [createAuditRoutes(kernel), createExportRoutes(kernel), createMerchantRoutes(kernel)],
      close: metrics.close,
    },
    billing,
    createStore(kernel, onConnected),
    {
      guarded: [createDemoRoutes(kernel)],
      batch: [task(renewDemosTask, () => renewDemos(kernel, accounts))],
    },
    projection,
    forecasts,
    scorecards,
    { guarded: [createAlertRoutes(kernel)] },
    createNotifications(kernel, deliveryPorts),
    createOrdering(kernel),
    {
      guarded: [
        createCatalogRoutes(kernel),
        createPlanningRoutes(kernel, listRecentAlerts),
        createLiveRoutes(streams, accounts.isSessionOpen),
      ],
      sync: [task(keepTotalsTask, keepTotals)],
      batch: [task(deleteOldRowsTask, deleteOldRows), task(scheduleRetentionTask, scheduleRetention)],
    },
  ]
  const mounted = <Router extends Routes>(routes: readonly Router[]) =>
    routes.map((each) => ({ path: '/', routes: each }))
  const guarded = mounted(parts.flatMap(({ guarded = [] }) => guarded))
  assertEndpoints(guarded)
  return {
    authenticate: accounts.authenticate,
    mounts: {
      direct: mounted(parts.flatMap(({ direct = [] }) => direct)),
      open: mounted(parts.flatMap(({ open = [] }) => open)),
      guards: [
        auditRequests(kernel),
        refuseLesserRoles(),
        refuseDemoUsers(),
        refuseUnconfirmed(kernel),
        refuseWithoutPlan(kernel),
        limitUses(kernel),
        limitExports(({ merchantId }) => accountKind(kernel, kernel.db.directory, merchantId)),
      ],
      guarded,
      onAnswered: metrics.observeRequest,
    },
    health,
    assertReady: accounts.assertSecret,
    tasks: parts.flatMap(getTasks),
    eraseAccount: accounts.erase,
    endStreams: streams.close,
    close: async () => {
      for (const part of parts) await part.close?.()
    },
  }
}

function getTasks(part: Part): DomainTask[] {
  return workKinds.flatMap((work) => (part[work] ?? []).map((task) => ({ ...task, work })))
}
