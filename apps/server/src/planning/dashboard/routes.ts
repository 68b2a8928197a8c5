import { dashboardApi } from '@stockcast/contract'
import { createApi } from '../../kernel/http/api.ts'
import { createSnapshotRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getDashboard, type ListRecentAlerts } from './get-dashboard.ts'

export function createDashboardRoutes(kernel: Kernel, listRecentAlerts: ListRecentAlerts) {
  const read = createSnapshotRunner(kernel)
  return createApi().serve(dashboardApi.get, ({ c }) =>
    read(c, (context) => getDashboard(context, listRecentAlerts)),
  )
}
