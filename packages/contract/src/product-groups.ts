import { z } from 'zod'

export const abcClasses = ['a', 'b', 'c'] as const
export const xyzClasses = ['x', 'y', 'z'] as const

/** Maximum number of values of one kind in a filter, and the maximum length of a value. */
export const MAX_GROUP_VALUES = 50
export const MAX_GROUP_LENGTH = 255

/** One value, or several: the parameter of an address is repeated for each. */
const several = <Value extends z.ZodType>(value: Value) =>
  z.union([z.array(value).min(1).max(MAX_GROUP_VALUES), value.transform((one) => [one])]).optional()

const name = z.string().min(1).max(MAX_GROUP_LENGTH)
const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** The kinds of groups by which products are found, besides their classes. */
export const groupKinds = ['vendor', 'supplier', 'tag', 'collection'] as const
export type GroupKind = (typeof groupKinds)[number]

/**
 * Filters wherever products are listed. A product fits several values of one kind when it has any of them, and must fit each
 * kind. Absent: all. Names fit in any case; a supplier is the one who sells a product first.
 */
export const groupFilters = {
  /** By importance, and by how even the demand is. */
  abc: z.enum(abcClasses).optional(),
  xyz: z.enum(xyzClasses).optional(),
  vendor: several(name),
  supplier: several(id),
  tag: several(name),
  collection: several(id),
}

const asked = z.object(groupFilters)
/** The filters as an address or a body has them, and as they are read. */
export type GroupQuery = z.input<typeof asked>
export type GroupFilter = z.output<typeof asked>

/** `GET /api/product-groups`: selected values stay among the choices, whatever is searched. */
export const groupChoicesQuerySchema = asked.extend({ search: z.string().trim().max(200).default('') })

/** Maximum number of choices of each kind in one answer. */
export const GROUP_CHOICES = 100

const choice = <Value extends z.ZodType>(value: Value) =>
  z.array(z.object({ value, name: z.string(), products: z.int() }))

/** For each kind, the values with the most products first; empty for a kind that the shop does not use. */
export const groupChoicesSchema = z.object({
  vendor: choice(z.string()),
  supplier: choice(z.int()),
  tag: choice(z.string()),
  collection: choice(z.int()),
})
export type GroupChoices = z.infer<typeof groupChoicesSchema>
