import { alertsApi } from '@stockcast/contract'
import { createVerbApi } from '../kernel/http/verb-api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { listAlerts } from './list-alerts.ts'
import { resolveAlert, resolveAlerts, undoResolve } from './resolve-alert.ts'

export function createAlertRoutes(kernel: Kernel) {
  return createVerbApi(kernel)
    .read(alertsApi.list, listAlerts)
    .run(alertsApi.resolve, (context, { id: alertId }) => resolveAlert(context, { alertId }))
    .run(alertsApi.resolveSeveral, resolveAlerts)
    .run(alertsApi.undoResolve, undoResolve)
}
