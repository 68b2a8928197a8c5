import { createRoute } from '@hono/zod-openapi'
import { scorecardSchema, sensitivitySchema } from '@stockcast/contract'
import { z } from 'zod'
import { createApi, jsonAnswer, jsonBody } from '../../http/api.ts'
import { signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { exportInputs, exportTable } from './export-scorecard.ts'
import { getScorecard } from './get-scorecard.ts'
import { saveSensitivity } from './save-sensitivity.ts'

const path = '/api/scorecard'

const get = createRoute({
  method: 'get',
  path,
  summary: 'What the alerts of the last 90 days were or would have been worth, from quiet to cautious',
  responses: jsonAnswer(scorecardSchema, 'The card; without a replay until the first forecasts are there.'),
})

const put = createRoute({
  method: 'put',
  path: `${path}/sensitivity`,
  summary: 'Sets the service level that alerts and order dates run at',
  request: { body: jsonBody(sensitivitySchema) },
  responses: jsonAnswer(sensitivitySchema, 'The level as saved.'),
})

const inputs = createRoute({
  method: 'get',
  path: `${path}/export.json`,
  summary: 'Everything that the card was made from',
  responses: {
    200: { description: 'The replay file.', content: { 'application/json': { schema: z.looseObject({}) } } },
  },
})

const table = createRoute({
  method: 'get',
  path: `${path}/export.csv`,
  summary: 'Every stockout and alert of the card, one a row',
  responses: {
    200: { description: 'At the level in use.', content: { 'text/csv': { schema: z.string() } } },
  },
})

export function createScorecardRoutes(kernel: Kernel) {
  return createApi()
    .openapi(get, async (c) => c.json(await getScorecard(kernel, signedIn(c).merchantId), 200))
    .openapi(put, async (c) => {
      const { merchantId } = signedIn(c)
      return c.json(await saveSensitivity(kernel, { merchantId, ...c.req.valid('json') }), 200)
    })
    .openapi(inputs, async (c) => {
      const { fileName, text } = await exportInputs(kernel, signedIn(c).merchantId)
      return c.body(text, 200, {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="${fileName}"`,
      }) as never
    })
    .openapi(table, async (c) => {
      const { fileName, text } = await exportTable(kernel, signedIn(c).merchantId)
      return c.body(text, 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName}"`,
      })
    })
}
