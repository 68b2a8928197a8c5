import { z } from 'zod'
import {
  createdTransfersSchema,
  createTransfersSchema,
  suggestionListSchema,
  suggestionQuerySchema,
  transferListSchema,
  transferQuerySchema,
  transferSchema,
  transferStepSchema,
} from '../transfers.ts'
import { endpoint } from './endpoint.ts'

const transferKey = z.object({ id: z.coerce.number().int().min(1) })

export const listSuggestions = endpoint('GET', '/api/transfers/suggestions', {
  role: 'viewer',
  summary: 'Stock to move between locations before anything is bought',
  query: suggestionQuerySchema,
  answer: suggestionListSchema,
  description: 'One page, the most valuable first.',
})

export const list = endpoint('GET', '/api/transfers', {
  role: 'viewer',
  summary: 'Transfers between locations, newest first',
  query: transferQuerySchema,
  answer: transferListSchema,
  description: 'One page of the transfers.',
})

export const create = endpoint('POST', '/api/transfers', {
  role: 'buyer',
  use: 'transfer',
  summary: 'Creates a draft for each pair of locations',
  body: createTransfersSchema,
  maxBytes: 256_000,
  answer: createdTransfersSchema,
  description: 'The drafts.',
})

export const takeStep = endpoint('POST', '/api/transfers/{id}/step', {
  role: 'buyer',
  use: 'change',
  summary:
    'Says what of a transfer was shipped or has arrived, that it will not be made, or undoes the last of these',
  params: transferKey,
  body: transferStepSchema,
  maxBytes: 256_000,
  answer: transferSchema,
  description: 'The transfer.',
})

export const createInStore = endpoint('POST', '/api/transfers/{id}/store', {
  role: 'buyer',
  use: 'booking',
  summary: 'Creates a draft in the store, once',
  params: transferKey,
  answer: transferSchema,
  description: 'The transfer.',
})

export const exportPickList = endpoint('GET', '/api/transfers/{id}/pick-list.csv', {
  role: 'viewer',
  use: 'export',
  params: transferKey,
  file: 'csv',
  description: 'The transfer as a list to pick by.',
})
