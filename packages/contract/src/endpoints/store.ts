import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const startConnection = endpoint('POST', '/functions/shopify-oauth-init', {
  role: 'owner',
  refuses: ['demo'],
  use: 'connection',
  isSlow: true,
  summary: 'Returns the address where the merchant authorizes the connection',
  body: z.object({
    shop: z.string().max(2048),
    redirectOrigin: z.string().max(2048),
    /** Asks for the permission to write stock as well. If the shop has granted it before, it is always asked for. */
    writesStock: z.boolean().optional(),
    writesTransfers: z.boolean().optional(),
  }),
  answer: z.object({ authUrl: z.string() }),
  description: 'The address at the store to open',
})

export const completeConnection = endpoint('POST', '/functions/shopify-oauth-callback', {
  role: 'owner',
  refuses: ['demo'],
  use: 'change',
  records: 'store_connected',
  isSlow: true,
  summary: 'Completes the connection and starts the first sync',
  body: z.object({
    code: z.string().max(2048),
    shop: z.string().max(2048),
    hmac: z.string().max(2048),
    /** The whole query string of the callback: Shopify signs every parameter (checklist S-05b). */
    query: z.string().max(8192),
  }),
  answer: z.object({ shopDomain: z.string(), syncRunId: z.number().int() }),
  description: 'The connected shop',
})
