import { paths, type Sensitivity, scorecardSchema, sensitivitySchema } from '@stockcast/contract'
import { z } from 'zod'
import {
  CSV_TYPE,
  createApi,
  createRoute,
  csvAnswer,
  fileHeaders,
  jsonAnswer,
  jsonBody,
} from '../../kernel/http/api.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { saveServiceLevel } from '../settings/save-settings.ts'
import { exportInputs, exportTable } from './export-scorecard.ts'
import { getScorecard } from './get-scorecard.ts'

const get = createRoute({
  method: 'get',
  path: paths.scorecard,
  summary:
    'Returns what the alerts of the last 90 days achieved or would have achieved, at each level from quiet to cautious',
  responses: jsonAnswer(
    scorecardSchema,
    'The scorecard, without a simulation until the first forecasts are done.',
  ),
})

const put = createRoute({
  method: 'put',
  path: paths.sensitivity,
  use: 'change',
  summary: 'Sets the service level for alerts and order dates',
  request: { body: jsonBody(sensitivitySchema) },
  responses: jsonAnswer(sensitivitySchema, 'The level as saved.'),
})

const inputs = createRoute({
  method: 'get',
  path: paths.scorecardJson,
  use: 'export',
  summary: 'Returns all inputs of the scorecard',
  responses: {
    200: {
      description: 'The input file of the simulation.',
      content: { 'application/json': { schema: z.looseObject({}) } },
    },
  },
})

const table = createRoute({
  method: 'get',
  path: paths.scorecardCsv,
  use: 'export',
  summary: 'Returns every stockout and alert of the scorecard, one per row',
  responses: csvAnswer('At the level in use.'),
})

export function createScorecardRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  return createApi()
    .openapi(get, async (c) => c.json(await run(c, getScorecard), 200))
    .openapi(put, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => saveSensitivity(context, wanted)), 200)
    })
    .openapi(inputs, async (c) => {
      const { fileName, text } = await run(c, exportInputs)
      return c.body(text, 200, fileHeaders(fileName, 'application/json')) as never
    })
    .openapi(table, async (c) => {
      const { fileName, text } = await run(c, exportTable)
      return c.body(text, 200, fileHeaders(fileName, CSV_TYPE))
    })
}

/**
 * Sets the service level for alerts and order dates from now on. The scorecard has figures for it already.
 */
async function saveSensitivity(
  context: Context<'jobs' | 'live'>,
  { serviceLevel }: Sensitivity,
): Promise<Sensitivity> {
  await saveServiceLevel(context, { serviceLevel })
  return { serviceLevel }
}
