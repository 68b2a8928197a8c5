import { z } from 'zod'
import { pageQuery } from './pages.ts'
import { groupFilters } from './product-groups.ts'
import { productFilters, productSorts } from './product-rows.ts'

/** `GET /api/products`. Products off sale come last in any order. */
export const productQuerySchema = z.object({
  search: z.string().trim().max(200).default(''),
  status: z.enum(productFilters).default('all'),
  /** Stock, status and days of this location; absent: of the whole shop. */
  location: z.coerce.number().int().optional(),
  ...groupFilters,
  sort: z.enum(productSorts).default('daysUntilStockout'),
  order: z.enum(['asc', 'desc']).default('asc'),
  ...pageQuery(100),
})
export type ProductQuery = z.input<typeof productQuerySchema>
