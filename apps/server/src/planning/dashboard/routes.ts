import { dashboardApi } from '@stockcast/contract'
import { createVerbApi } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getDashboard, type ListRecentAlerts } from './get-dashboard.ts'

export function createDashboardRoutes(kernel: Kernel, listRecentAlerts: ListRecentAlerts) {
  return createVerbApi(kernel).read(dashboardApi.get, (context) => getDashboard(context, listRecentAlerts))
}
