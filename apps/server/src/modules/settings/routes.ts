import { createRoute } from '@hono/zod-openapi'
import { settingsSchema } from '@stockcast/contract'
import { createApi, jsonAnswer, jsonBody } from '../../http/api.ts'
import { signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { getSettings } from './get-settings.ts'
import { saveSettings } from './save-settings.ts'

const path = '/api/settings'
const get = createRoute({ method: 'get', path, responses: jsonAnswer(settingsSchema, 'The defaults.') })
const put = createRoute({
  method: 'put',
  path,
  request: { body: jsonBody(settingsSchema) },
  responses: jsonAnswer(settingsSchema, 'The defaults as saved.'),
})

export function createSettingsRoutes(kernel: Kernel) {
  return createApi()
    .openapi(get, async (c) => c.json(await getSettings(kernel, signedIn(c).merchantId), 200))
    .openapi(put, async (c) =>
      c.json(await saveSettings(kernel, signedIn(c).merchantId, c.req.valid('json')), 200),
    )
}
