import { z } from 'zod'
import {
  openOrderSchema,
  orderRequestSchema,
  snoozeListSchema,
  snoozeRequestSchema,
  snoozeSchema,
  variantPlansSchema,
} from '../actions.ts'
import { bulkActionSchema, bulkOutcomeSchema } from '../bulk-actions.ts'
import { byVariant, doneSchema, endpoint } from './endpoint.ts'

export const listSnoozes = endpoint('GET', '/api/snoozes', {
  role: 'viewer',
  summary: 'Products that are snoozed or muted',
  answer: snoozeListSchema,
  description: 'Newest first.',
})

export const snooze = endpoint('PUT', '/api/variants/{id}/snooze', {
  role: 'buyer',
  use: 'snooze',
  summary: 'Snoozes a product for some days or until its stock rises, or mutes it',
  params: byVariant,
  body: snoozeRequestSchema,
  answer: snoozeSchema,
  description: 'The snooze or mute. The product’s open alerts are resolved.',
})

export const endSnooze = endpoint('DELETE', '/api/variants/{id}/snooze', {
  role: 'buyer',
  use: 'change',
  summary: 'Ends a snooze or mute; alerts whose condition still holds open again',
  params: byVariant,
  answer: doneSchema,
  description: 'The product is neither snoozed nor muted.',
})

export const changeMany = endpoint('POST', '/api/products/bulk', {
  role: 'buyer',
  use: 'bulk',
  isSlow: true,
  maxBytes: 256_000,
  summary:
    'Sets the supplier of many products, mutes their alerts or drafts their orders, either all or none',
  body: bulkActionSchema,
  answer: bulkOutcomeSchema,
  description: 'How many products changed, or would with `preview`.',
})

export const getPlans = endpoint('GET', '/api/variants/{id}/plans', {
  role: 'viewer',
  summary: 'The snooze or mute of a product and its open orders',
  params: byVariant,
  answer: variantPlansSchema,
  description: 'The snooze or mute, and the open orders with the earliest first.',
})

export const recordOrder = endpoint('POST', '/api/variants/{id}/orders', {
  role: 'buyer',
  use: 'order',
  summary: 'Saves an open order, whose units count as on the way',
  params: byVariant,
  body: orderRequestSchema,
  answer: openOrderSchema,
  description: 'The order. The product’s open alerts are resolved.',
})

export const removeOrder = endpoint('DELETE', '/api/variants/{id}/orders/{orderId}', {
  role: 'buyer',
  use: 'change',
  summary: 'Removes an open order',
  params: z.object({ id: z.coerce.number().int(), orderId: z.coerce.number().int().positive() }),
  answer: doneSchema,
  description: 'The order is removed.',
})
