import { newViewSchema, renameViewSchema, savedViewSchema, savedViewsSchema } from '../saved-views.ts'
import { byId, doneSchema, endpoint } from './endpoint.ts'

export const list = endpoint('GET', '/api/views', {
  role: 'viewer',
  summary: 'The saved views of all lists',
  answer: savedViewsSchema,
  description: 'The views by name.',
})

export const create = endpoint('POST', '/api/views', {
  role: 'buyer',
  use: 'view',
  summary: 'Saves how a list is filtered, sorted and shown, for everybody in the shop',
  body: newViewSchema,
  answer: savedViewSchema,
  description: 'The view.',
})

export const rename = endpoint('PUT', '/api/views/{id}', {
  role: 'buyer',
  use: 'view',
  params: byId,
  body: renameViewSchema,
  answer: savedViewSchema,
  description: 'The view under its new name.',
})

export const remove = endpoint('DELETE', '/api/views/{id}', {
  role: 'buyer',
  use: 'view',
  params: byId,
  answer: doneSchema,
  description: 'The view is deleted.',
})
