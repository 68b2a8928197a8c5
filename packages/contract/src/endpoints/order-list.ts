import {
  createDraftsSchema,
  createdDraftsSchema,
  orderListQuerySchema,
  orderListSchema,
} from '../order-list.ts'
import { endpoint } from './endpoint.ts'

export const get = endpoint('GET', '/api/order-list', {
  role: 'viewer',
  use: 'calculation',
  summary: 'What to order, from which supplier, within a budget',
  query: orderListQuerySchema,
  answer: orderListSchema,
  description: 'One page of the list, with the totals of all of it.',
})

export const exportCsv = endpoint('GET', '/api/order-list/export.csv', {
  role: 'viewer',
  use: 'export',
  summary: 'The whole list as a file',
  query: orderListQuerySchema,
  file: 'csv',
  description: 'The whole list.',
})

export const createDrafts = endpoint('POST', '/api/order-list/drafts', {
  role: 'buyer',
  use: 'order',
  maxBytes: 1_000_000,
  summary: 'Creates one draft for each supplier',
  body: createDraftsSchema,
  answer: createdDraftsSchema,
  description: 'The drafts, and the lines that were left out.',
})
