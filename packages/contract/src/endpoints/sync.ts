import { z } from 'zod'
import { syncStateSchema } from '../connection.ts'
import { endpoint } from './endpoint.ts'

export const start = endpoint('POST', '/functions/shopify-sync-inventory', {
  role: 'buyer',
  use: 'sync',
  isSlow: true,
  summary: 'Starts a sync, or returns the one that is running',
  body: z.object({ merchant_id: z.number().int() }),
  answer: z.object({ syncRunId: z.number().int() }),
  description: 'The run',
})

export const get = endpoint('GET', '/api/sync', {
  role: 'viewer',
  summary: 'Returns the progress of the latest sync',
  answer: syncStateSchema,
  description: 'The latest run, null before the first one',
})
