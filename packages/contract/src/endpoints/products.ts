import { z } from 'zod'
import { productDetailSchema, productListSchema } from '../catalog.ts'
import { excessListSchema, excessQuerySchema } from '../order-list.ts'
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
  file: 'csv',
  description: 'The whole catalogue as CSV.',
})

export const exportXlsx = endpoint('GET', '/api/products/export.xlsx', {
  role: 'viewer',
  use: 'export',
  file: 'xlsx',
  description: 'The whole catalogue as a workbook.',
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
