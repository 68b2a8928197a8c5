import { z } from 'zod'

/** The server functions of spec §7, called as `POST /functions/{name}`. */
export const functionSchemas = {
  'send-welcome-email': {
    request: z.object({ email: z.email(), name: z.string().max(200) }),
    response: z.object({ sent: z.boolean() }),
  },
  'shopify-oauth-init': {
    request: z.object({ shop: z.string().max(2048), redirectOrigin: z.string().max(2048) }),
    response: z.object({ authUrl: z.string() }),
  },
  'shopify-oauth-callback': {
    request: z.object({
      code: z.string().max(2048),
      shop: z.string().max(2048),
      hmac: z.string().max(2048),
      /** The whole query string of the callback: Shopify signs every parameter (checklist S-05b). */
      query: z.string().max(8192),
    }),
    response: z.object({ shopDomain: z.string(), syncRunId: z.number().int() }),
  },
  'shopify-sync-inventory': {
    request: z.object({ merchant_id: z.number().int() }),
    response: z.object({ syncRunId: z.number().int() }),
  },
  'forecast-stockout': {
    request: z.object({
      merchant_id: z.number().int(),
      /** Absent: the whole catalogue in one batch. */
      variant_id: z.number().int().optional(),
    }),
    response: z.object({ variants: z.number().int() }),
  },
  'seed-demo-data': {
    request: z.object({
      merchantId: z.number().int(),
      shopDomain: z.string().max(255),
      email: z.string().max(320),
    }),
    response: z.object({ variants: z.number().int() }),
  },
} as const
export type FunctionName = keyof typeof functionSchemas
