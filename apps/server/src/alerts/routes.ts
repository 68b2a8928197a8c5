import { alertsApi } from '@stockcast/contract'
import { createApi } from '../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../kernel/http/run-verb.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { listAlerts } from './list-alerts.ts'
import { resolveAlert, resolveAlerts } from './resolve-alert.ts'
import { undoResolve } from './undo-resolve.ts'

export function createAlertRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .serve(alertsApi.list, ({ c, query }) => read(c, (context) => listAlerts(context, query)))
    .serve(alertsApi.resolve, ({ c, params: { id: alertId } }) =>
      run(c, (context) => resolveAlert(context, { alertId })),
    )
    .serve(alertsApi.resolveSeveral, ({ c, body }) => run(c, (context) => resolveAlerts(context, body)))
    .serve(alertsApi.undoResolve, ({ c, body }) => run(c, (context) => undoResolve(context, body)))
}
