import { z } from 'zod'

/** The part of a list that is requested: the page, counted from 1, and the largest number of rows. */
export const pageQuery = (usual: number, most = 500) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(most).default(usual),
})

/** What a list answers: how many rows it has in all, and which page this is. */
export const pageFields = {
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
}
