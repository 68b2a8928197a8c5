import { z } from 'zod'

/** The provider's id of a checkout session, as its return address carries it. */
const checkoutSessionId = z
  .string()
  .max(255)
  .regex(/^cs_\w+$/, 'must be the id of a checkout session')
const checkoutOutcome = z.object({ success: z.boolean(), message: z.string() })

/** The server functions of spec §7, called as `POST /functions/{name}`. */
export const functionSchemas = {
  'send-welcome-email': {
    request: z.object({ email: z.email(), name: z.string().max(200) }),
    response: z.object({ sent: z.boolean() }),
  },
  'stripe-create-setup-session': { request: z.object({}), response: z.object({ url: z.url() }) },
  'stripe-create-subscription': { request: z.object({}), response: z.object({ url: z.url() }) },
  'stripe-setup-complete': {
    request: z.object({ sessionId: checkoutSessionId }),
    response: checkoutOutcome.extend({
      /** The screen on which the merchant started and to which they return. */
      startedFrom: z.enum(['onboarding', 'billing']),
    }),
  },
  'stripe-subscription-complete': {
    request: z.object({ session_id: checkoutSessionId }),
    response: checkoutOutcome,
  },
  'shopify-oauth-init': {
    request: z.object({
      shop: z.string().max(2048),
      redirectOrigin: z.string().max(2048),
      /** Asks for the permission to write stock as well; a shop that granted it is asked again without it. */
      writesStock: z.boolean().optional(),
      writesTransfers: z.boolean().optional(),
    }),
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
      /** Ignored in favour of the merchant record: before the first store the domain is absent or pending. */
      shopDomain: z.string().max(255).nullish(),
      email: z.string().max(320).nullish(),
    }),
    response: z.object({ variants: z.number().int() }),
  },
} as const
export type FunctionName = keyof typeof functionSchemas
