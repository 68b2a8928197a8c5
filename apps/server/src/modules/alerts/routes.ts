import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { alertListSchema, alertQuerySchema, alertSchema } from '@stockcast/contract'
import { z } from 'zod'
import { createApi, jsonAnswer } from '../../http/api.ts'
import { type AppEnv, signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { listAlerts } from './list-alerts.ts'
import { resolveAlert } from './resolve-alert.ts'

const list = createRoute({
  method: 'get',
  path: '/api/alerts',
  request: { query: alertQuerySchema },
  responses: jsonAnswer(alertListSchema, 'Alerts, newest first.'),
})

const resolve = createRoute({
  method: 'post',
  path: '/api/alerts/{id}/resolve',
  request: { params: z.object({ id: z.coerce.number().int().positive() }) },
  responses: jsonAnswer(alertSchema, 'The resolved alert.'),
})

export function createAlertRoutes(kernel: Kernel): OpenAPIHono<AppEnv> {
  const api = createApi()
  api.openapi(list, async (c) => {
    const { merchantId } = signedIn(c)
    return c.json(await listAlerts(kernel, { merchantId, query: c.req.valid('query') }), 200)
  })
  api.openapi(resolve, async (c) => {
    const { merchantId } = signedIn(c)
    return c.json(await resolveAlert(kernel, { merchantId, alertId: c.req.valid('param').id }), 200)
  })
  return api
}
