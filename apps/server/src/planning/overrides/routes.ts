import {
  forecastOverrideRequestSchema,
  forecastOverrideSchema,
  forecastOverridesQuerySchema,
  forecastOverridesSchema,
  paths,
} from '@stockcast/contract'
import type { Context as Request } from 'hono'
import { z } from 'zod'
import { callOrigin } from '../../kernel/audit/index.ts'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { getOverrides } from './list-overrides.ts'
import { createOverride, removeOverride, restoreOverride } from './save-override.ts'

const params = z.object({ id: z.coerce.number().int().positive() })

const list = createRoute({
  method: 'get',
  path: paths.forecastOverrides,
  summary: 'Changes of forecasts by hand, of the shop or of one product, and what they did to the forecast',
  request: { query: forecastOverridesQuerySchema },
  responses: jsonAnswer(forecastOverridesSchema, 'Those that have not ended first.'),
})

const create = createRoute({
  method: 'post',
  path: paths.forecastOverrides,
  use: 'forecast_override',
  summary: 'Changes the forecast of a product, or of all products of a supplier or vendor, on some days',
  request: { body: jsonBody(forecastOverrideRequestSchema) },
  responses: jsonAnswer(forecastOverrideSchema, 'The change as stored.'),
})

const remove = createRoute({
  method: 'delete',
  path: paths.forecastOverride,
  use: 'forecast_override',
  summary: 'Removes a change of the forecast',
  request: { params },
  responses: jsonAnswer(z.object({ done: z.literal(true) }), 'The forecast is as it was.'),
})

const restore = createRoute({
  method: 'post',
  path: paths.restoreForecastOverride,
  use: 'forecast_override',
  summary: 'Puts a removed change of the forecast back',
  request: { params },
  responses: jsonAnswer(forecastOverrideSchema, 'The change.'),
})

export function createOverrideRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const changing = (c: Request<AppEnv>) => ({
    origin: callOrigin(kernel.config, c),
    author: signedIn(c).email,
  })
  return createApi()
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await run(c, (context) => getOverrides(context, query)), 200)
    })
    .openapi(create, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => createOverride({ ...context, ...changing(c) }, wanted)), 200)
    })
    .openapi(remove, async (c) => {
      const overrideId = c.req.valid('param').id
      await run(c, (context) => removeOverride({ ...context, ...changing(c) }, { overrideId }))
      return c.json({ done: true as const }, 200)
    })
    .openapi(restore, async (c) => {
      const overrideId = c.req.valid('param').id
      return c.json(
        await run(c, (context) => restoreOverride({ ...context, ...changing(c) }, { overrideId })),
        200,
      )
    })
}
