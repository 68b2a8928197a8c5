import {
  appliedSettingsSchema,
  bulkVariantSettingsAnswerSchema,
  bulkVariantSettingsSchema,
  paths,
  saveSettingsSchema,
  saveVariantSettingsSchema,
  settingsSchema,
  undoneSettingsSchema,
  variantSettingsListSchema,
  variantSettingsQuerySchema,
  variantSettingsRowSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listVariantSettings } from './list-variant-settings.ts'
import { saveManySettings, saveVariantSettings, undoSettings } from './save-many-settings.ts'
import { applySettings, getSettings, saveSettings } from './save-settings.ts'

/** A change may name ten thousand products individually. */
export const settingsBodyLimits = { [paths.settingsOfVariants]: 256_000 }

const params = z.object({ id: z.coerce.number().int() })

const get = createRoute({
  method: 'get',
  path: paths.settings,
  responses: jsonAnswer(settingsSchema, 'The defaults and the service level.'),
})

const put = createRoute({
  method: 'put',
  path: paths.settings,
  use: 'change',
  request: { body: jsonBody(saveSettingsSchema) },
  responses: jsonAnswer(settingsSchema, 'The defaults as saved.'),
})

const apply = createRoute({
  method: 'post',
  path: paths.applySettings,
  use: 'change',
  summary: 'Saves the defaults and applies them to every product: settings of single products are removed',
  request: { body: jsonBody(saveSettingsSchema) },
  responses: jsonAnswer(
    appliedSettingsSchema,
    'The defaults, and how many products had settings of their own.',
  ),
})

const list = createRoute({
  method: 'get',
  path: paths.settingsOfVariants,
  summary:
    'Products with their own safety stock, lead time and days of cover; null where the default applies',
  request: { query: variantSettingsQuerySchema },
  responses: jsonAnswer(variantSettingsListSchema, 'One page by title, and the defaults.'),
})

const putMany = createRoute({
  method: 'put',
  path: paths.settingsOfVariants,
  use: 'setting',
  summary: 'Sets or clears safety stock, lead time and days of cover of many products, either all or none',
  request: { body: jsonBody(bulkVariantSettingsSchema) },
  responses: jsonAnswer(bulkVariantSettingsAnswerSchema, 'How many products changed, and how to undo it.'),
})

const undo = createRoute({
  method: 'post',
  path: paths.undoSettings,
  use: 'setting',
  summary: 'Undoes the latest change of many products, once',
  request: { params },
  responses: jsonAnswer(undoneSettingsSchema, 'How many products have their former settings back.'),
})

const putOne = createRoute({
  method: 'put',
  path: paths.variantSettings,
  use: 'setting',
  summary: 'Saves one product’s own settings; when all are unset or zero, the defaults apply',
  request: { params, body: jsonBody(saveVariantSettingsSchema) },
  responses: jsonAnswer(variantSettingsRowSchema, 'The settings as stored.'),
})

export function createSettingsRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .openapi(get, async (c) => c.json(await run(c, getSettings), 200))
    .openapi(put, async (c) => {
      const settings = c.req.valid('json')
      return c.json(await run(c, (context) => saveSettings(context, settings)), 200)
    })
    .openapi(apply, async (c) => {
      const settings = c.req.valid('json')
      return c.json(await run(c, (context) => applySettings(context, settings)), 200)
    })
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      return c.json(await read(c, (context) => listVariantSettings(context, query)), 200)
    })
    .openapi(putMany, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => saveManySettings(context, wanted)), 200)
    })
    .openapi(undo, async (c) => {
      const changeId = c.req.valid('param').id
      return c.json(await run(c, (context) => undoSettings(context, { changeId })), 200)
    })
    .openapi(putOne, async (c) => {
      const input = { variantId: c.req.valid('param').id, wanted: c.req.valid('json') }
      return c.json(await run(c, (context) => saveVariantSettings(context, input)), 200)
    })
}
