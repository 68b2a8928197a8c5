import { trendProductListSchema, trendProductQuerySchema, trendQuerySchema, trendsSchema } from '../trends.ts'
import { endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/trends', {
  role: 'viewer',
  use: 'calculation',
  query: trendQuerySchema,
  answer: trendsSchema,
  description: 'Past and expected figures of the shop or of one variant.',
})

export const listProducts = endpoint('GET', '/api/trends/products', {
  role: 'viewer',
  use: 'calculation',
  query: trendProductQuerySchema,
  answer: trendProductListSchema,
  description: 'One page of the variants, ranked over a period.',
})

export const exportProducts = endpoint('GET', '/api/trends/products.csv', {
  role: 'viewer',
  use: 'export',
  query: trendProductQuerySchema,
  file: 'csv',
  description: 'The whole ranking.',
})
