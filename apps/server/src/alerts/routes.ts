import {
  alertListSchema,
  alertQuerySchema,
  alertSchema,
  paths,
  raisedAgainSchema,
  resolveAlertsSchema,
  resolvedAlertsSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { createApi, createRoute, jsonAnswer, jsonBody, type OpenAPIHono } from '../kernel/http/api.ts'
import type { AppEnv } from '../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../kernel/http/run-verb.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { listAlerts } from './list-alerts.ts'
import { resolveAlert, resolveAlerts } from './resolve-alert.ts'
import { undoResolve } from './undo-resolve.ts'

const list = createRoute({
  method: 'get',
  path: paths.alerts,
  request: { query: alertQuerySchema },
  responses: jsonAnswer(alertListSchema, 'Alerts in the order of the query.'),
})

const resolve = createRoute({
  method: 'post',
  path: paths.resolveAlert,
  use: 'change',
  request: { params: z.object({ id: z.coerce.number().int().positive() }) },
  responses: jsonAnswer(alertSchema, 'The resolved alert.'),
})

const resolveSeveral = createRoute({
  method: 'post',
  path: paths.resolveAlerts,
  use: 'change',
  summary: 'Resolves several alerts',
  request: { body: jsonBody(resolveAlertsSchema) },
  responses: jsonAnswer(resolvedAlertsSchema, 'How many of them were open.'),
})

const undo = createRoute({
  method: 'post',
  path: paths.undoResolve,
  use: 'change',
  summary: 'Raises new alerts for what the merchant resolved just now',
  request: { body: jsonBody(resolveAlertsSchema) },
  responses: jsonAnswer(raisedAgainSchema, 'How many were raised.'),
})

export function createAlertRoutes(kernel: Kernel): OpenAPIHono<AppEnv> {
  const api = createApi()
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  api.openapi(list, async (c) => {
    const query = c.req.valid('query')
    return c.json(await read(c, (context) => listAlerts(context, query)), 200)
  })
  api.openapi(resolve, async (c) => {
    const alertId = c.req.valid('param').id
    return c.json(await run(c, (context) => resolveAlert(context, { alertId })), 200)
  })
  api.openapi(resolveSeveral, async (c) => {
    const { alertIds } = c.req.valid('json')
    return c.json(await run(c, (context) => resolveAlerts(context, { alertIds })), 200)
  })
  api.openapi(undo, async (c) => {
    const { alertIds } = c.req.valid('json')
    return c.json(await run(c, (context) => undoResolve(context, { alertIds })), 200)
  })
  return api
}
