import {
  bundleListQuerySchema,
  bundleListSchema,
  importedRecipesSchema,
  importRecipesSchema,
  paths,
  saveBundleSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { findShopDay, listBundlesOfShop } from '../../planning/index.ts'
import { importRecipes } from './import-recipes.ts'
import { saveBundle } from './save-bundle.ts'

/** A file of the most rows. */
export const bundleBodyLimits = { [paths.importRecipes]: 4_000_000 }

const list = createRoute({
  method: 'get',
  path: paths.bundles,
  summary: 'Products that are put together of others, and how many can be made of their parts',
  request: { query: bundleListQuerySchema },
  responses: jsonAnswer(bundleListSchema, 'One page, by title.'),
})

const save = createRoute({
  method: 'put',
  path: paths.bundle,
  use: 'recipe',
  summary: 'Saves what a product is put together of, and has the shop forecast again',
  request: { params: z.object({ variantId: z.coerce.number().int() }), body: jsonBody(saveBundleSchema) },
  responses: jsonAnswer(z.object({ done: z.literal(true) }), 'The recipe is stored.'),
})

const importRows = createRoute({
  method: 'post',
  path: paths.importRecipes,
  use: 'recipe',
  summary: 'Saves the recipes of a file; bundles with a faulty row stay as they are',
  request: { body: jsonBody(importRecipesSchema) },
  responses: jsonAnswer(importedRecipesSchema, 'What was saved, and the rows that were not.'),
})

export function createBundleRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  return createApi()
    .openapi(list, async (c) => {
      const query = c.req.valid('query')
      const answer = await read(c, async (context) => {
        const { today } = await findShopDay(context)
        return listBundlesOfShop(context.tx, { merchantId: context.merchantId, today, ...query })
      })
      return c.json(answer, 200)
    })
    .openapi(save, async (c) => {
      const input = { ...c.req.valid('param'), wanted: c.req.valid('json') }
      await run(c, (context) => saveBundle(context, input))
      return c.json({ done: true as const }, 200)
    })
    .openapi(importRows, async (c) => {
      const wanted = c.req.valid('json')
      return c.json(await run(c, (context) => importRecipes(context, wanted)), 200)
    })
}
