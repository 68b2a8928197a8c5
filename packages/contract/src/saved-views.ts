import { z } from 'zod'
import { MAX_GROUP_VALUES } from './product-groups.ts'

/** The lists whose views can be saved. */
export const viewLists = ['products', 'order', 'excess', 'alerts', 'trends', 'settings'] as const
export type ViewList = (typeof viewLists)[number]

export const MAX_VIEW_NAME = 40
/** Maximum number of views of a shop, over all of its lists. */
export const MAX_VIEWS = 50

const value = z.string().max(300)

/** What a list shows: the search part of its address, and the columns that are hidden. */
const content = {
  search: z
    .record(z.string().max(40), z.union([value, z.array(value).max(MAX_GROUP_VALUES)]))
    .refine((search) => Object.keys(search).length <= 30, { message: 'at most 30 parameters' }),
  hidden: z.array(z.string().max(40)).max(40).default([]),
}

const name = z
  .string()
  .trim()
  .min(1, 'Give the view a name.')
  .max(MAX_VIEW_NAME, `At most ${MAX_VIEW_NAME} characters.`)

/** `POST /api/views`. Names are unique within a list, regardless of case. */
export const newViewSchema = z.object({ list: z.enum(viewLists), name, ...content })
export type NewView = z.input<typeof newViewSchema>

/** `PUT /api/views/{id}`. */
export const renameViewSchema = z.object({ name })

export const savedViewSchema = z.object({
  id: z.int(),
  list: z.enum(viewLists),
  name: z.string(),
  ...content,
})
export type SavedView = z.output<typeof savedViewSchema>

/** `GET /api/views`: by name. */
export const savedViewsSchema = z.object({ views: z.array(savedViewSchema) })
