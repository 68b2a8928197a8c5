import { dashboardSchema, paths } from '@stockcast/contract'
import { createApi, createRoute, jsonAnswer } from '../../kernel/http/api.ts'
import { createSnapshotRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getDashboard, type ListRecentAlerts } from './get-dashboard.ts'

const dashboard = createRoute({
  method: 'get',
  path: paths.dashboard,
  responses: jsonAnswer(dashboardSchema, 'What the merchant needs to know today.'),
})

export function createDashboardRoutes(kernel: Kernel, listRecentAlerts: ListRecentAlerts) {
  const read = createSnapshotRunner(kernel)
  return createApi().openapi(dashboard, async (c) =>
    c.json(await read(c, (context) => getDashboard(context, listRecentAlerts)), 200),
  )
}
