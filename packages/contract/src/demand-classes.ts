import { z } from 'zod'

export const abcClasses = ['a', 'b', 'c'] as const
export const xyzClasses = ['x', 'y', 'z'] as const

/** Filters by importance and by how even the demand is, wherever products are listed. Absent: all. */
export const classFilters = {
  abc: z.enum(abcClasses).optional(),
  xyz: z.enum(xyzClasses).optional(),
}
