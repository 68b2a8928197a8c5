import { createRoute } from '@hono/zod-openapi'
import { dashboardSchema } from '@stockcast/contract'
import { createApi, jsonAnswer } from '../../http/api.ts'
import { signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { getDashboard } from './get-dashboard.ts'

const dashboard = createRoute({
  method: 'get',
  path: '/api/dashboard',
  responses: jsonAnswer(dashboardSchema, 'What the merchant needs to know today.'),
})

export function createDashboardRoutes(kernel: Kernel) {
  return createApi().openapi(dashboard, async (c) =>
    c.json(await getDashboard(kernel, signedIn(c).merchantId), 200),
  )
}
