import { z } from 'zod'
import {
  bundleListQuerySchema,
  bundleListSchema,
  importedRecipesSchema,
  importRecipesSchema,
  saveBundleSchema,
} from '../bundles.ts'
import { doneSchema, endpoint } from './endpoint.ts'

export const list = endpoint('GET', '/api/bundles', {
  role: 'viewer',
  summary: 'Products made of other products, and how many can be made of their parts',
  query: bundleListQuerySchema,
  answer: bundleListSchema,
  description: 'One page, by title.',
})

export const save = endpoint('PUT', '/api/products/{variantId}/bundle', {
  role: 'buyer',
  use: 'recipe',
  summary: 'Saves what a product is put together of, and has the shop forecast again',
  params: z.object({ variantId: z.coerce.number().int() }),
  body: saveBundleSchema,
  answer: doneSchema,
  description: 'The recipe is stored.',
})

export const importRecipes = endpoint('POST', '/api/bundles/import', {
  role: 'buyer',
  use: 'recipe',
  summary: 'Saves the recipes of a file; bundles with a faulty row stay as they are',
  body: importRecipesSchema,
  maxBytes: 4_000_000,
  answer: importedRecipesSchema,
  description: 'What was saved, and the rows that were not.',
})
