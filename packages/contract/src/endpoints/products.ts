import { z } from 'zod'
import { productDetailSchema, productListSchema } from '../catalog.ts'
import { excessListSchema, excessQuerySchema } from '../order-list.ts'
import { groupChoicesQuerySchema, groupChoicesSchema, groupFilters } from '../product-groups.ts'
import { productQuerySchema } from '../product-query.ts'
import { endpoint } from './endpoint.ts'

export const list = endpoint('GET', '/api/products', {
  role: 'viewer',
  query: productQuerySchema,
  answer: productListSchema,
  description: 'One page of the catalogue with stock, sales and stock projection.',
})

export const exportCsv = endpoint('GET', '/api/products/export.csv', {
  role: 'viewer',
  use: 'export',
  query: z.object(groupFilters),
  file: 'csv',
  description: 'The catalogue, or the products of these groups, as CSV.',
})

export const exportXlsx = endpoint('GET', '/api/products/export.xlsx', {
  role: 'viewer',
  use: 'export',
  query: z.object(groupFilters),
  file: 'xlsx',
  description: 'The same as a workbook.',
})

export const listGroups = endpoint('GET', '/api/product-groups', {
  role: 'viewer',
  use: 'calculation',
  summary: 'Vendors, suppliers, tags and collections by which products can be found',
  query: groupChoicesQuerySchema,
  answer: groupChoicesSchema,
  description: 'Of each kind those that are found, with how many products they have.',
})

export const listExcess = endpoint('GET', '/api/excess-stock', {
  role: 'viewer',
  use: 'calculation',
  summary: 'Stock beyond what demand needs, and stock without sales, with its value at cost',
  query: excessQuerySchema,
  answer: excessListSchema,
  description: 'One page, and the sums over the whole catalogue.',
})

export const exportExcess = endpoint('GET', '/api/excess-stock/export.csv', {
  role: 'viewer',
  use: 'export',
  query: excessQuerySchema,
  file: 'csv',
  description: 'The whole list as CSV.',
})

export const get = endpoint('GET', '/api/products/{variantId}', {
  role: 'viewer',
  params: z.object({ variantId: z.coerce.number().int() }),
  answer: productDetailSchema,
  description: 'Everything about one variant.',
})

export const forecast = endpoint('POST', '/functions/forecast-stockout', {
  role: 'buyer',
  use: 'forecast',
  isSlow: true,
  body: z.object({
    merchant_id: z.number().int(),
    /** Absent: the whole catalogue in one batch. */
    variant_id: z.number().int().optional(),
  }),
  answer: z.object({ variants: z.number().int() }),
  description: 'How many variants are forecast: a single one at once, all of them in the background.',
})
