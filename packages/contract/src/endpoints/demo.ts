import { z } from 'zod'
import { loadedSampleSchema } from '../sample-store.ts'
import { endpoint } from './endpoint.ts'

export const seed = endpoint('POST', '/functions/seed-demo-data', {
  role: 'owner',
  use: 'sample',
  isSlow: true,
  summary: 'Loads the sample store for the signed-in merchant, whatever shop the body names',
  body: z.object({
    merchantId: z.number().int(),
    /** Ignored in favour of the merchant record: before the first store the domain is absent or pending. */
    shopDomain: z.string().max(255).nullish(),
    email: z.string().max(320).nullish(),
  }),
  answer: z.object({ variants: z.number().int() }),
  description: 'How many variants there are now',
})

export const loadSampleShop = endpoint('POST', '/api/sample-shop', {
  role: 'owner',
  use: 'sample_shop',
  summary: 'Loads the sample shop: sixty products, three suppliers and their orders',
  answer: loadedSampleSchema,
  description: 'How many variants there are now',
})
