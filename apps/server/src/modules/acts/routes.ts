import { createRoute } from '@hono/zod-openapi'
import {
  notedOrderSchema,
  orderRequestSchema,
  silenceListSchema,
  silenceRequestSchema,
  silenceSchema,
  variantPlansSchema,
} from '@stockcast/contract'
import type { Context } from 'hono'
import { z } from 'zod'
import { createApi, jsonAnswer, jsonBody } from '../../http/api.ts'
import { type AppEnv, signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { getPlans } from './get-plans.ts'
import { forgetOrder, noteOrder } from './note-order.ts'
import { listSilences } from './silence-queries.ts'
import { endSilence, silenceVariant } from './silence-variant.ts'

const id = z.coerce.number().int().positive()
/** Products of imported files have negative ids. */
const variantId = z.coerce.number().int()
const variant = z.object({ id: variantId })
const order = z.object({ id: variantId, orderId: id })
const doneSchema = z.object({ done: z.literal(true) })
const done = { done: true } as const

const silences = createRoute({
  method: 'get',
  path: '/api/silences',
  summary: 'Products that are snoozed or muted',
  responses: jsonAnswer(silenceListSchema, 'Newest first.'),
})

const silence = createRoute({
  method: 'put',
  path: '/api/variants/{id}/silence',
  summary: 'Snoozes a product for some days or until its stock rises, or mutes it',
  request: { params: variant, body: jsonBody(silenceRequestSchema) },
  responses: jsonAnswer(silenceSchema, 'The snooze or mute. The product’s open alerts are resolved.'),
})

const unsilence = createRoute({
  method: 'delete',
  path: '/api/variants/{id}/silence',
  summary: 'Ends a snooze or mute; alerts whose condition still holds open again',
  request: { params: variant },
  responses: jsonAnswer(doneSchema, 'The product is neither snoozed nor muted.'),
})

const plans = createRoute({
  method: 'get',
  path: '/api/variants/{id}/plans',
  summary: 'The snooze or mute of a product and its open orders',
  request: { params: variant },
  responses: jsonAnswer(
    variantPlansSchema,
    'The snooze or mute, and the open orders with the earliest first.',
  ),
})

const noted = createRoute({
  method: 'post',
  path: '/api/variants/{id}/orders',
  summary: 'Saves an open order, whose units count as on the way',
  request: { params: variant, body: jsonBody(orderRequestSchema) },
  responses: jsonAnswer(notedOrderSchema, 'The order. The product’s open alerts are resolved.'),
})

const forget = createRoute({
  method: 'delete',
  path: '/api/variants/{id}/orders/{orderId}',
  summary: 'Removes an open order',
  request: { params: order },
  responses: jsonAnswer(doneSchema, 'The order is removed.'),
})

export function createPlanRoutes(kernel: Kernel) {
  const { db } = kernel
  return createApi()
    .openapi(silences, async (c) => {
      const { merchantId } = signedIn(c)
      return c.json({ silences: await db.withTenant(merchantId, (tx) => listSilences(tx, merchantId)) }, 200)
    })
    .openapi(silence, async (c) => {
      const key = keyOf(c, c.req.valid('param'))
      const wanted = c.req.valid('json')
      const made = await db.withTenant(key.merchantId, (tx) => silenceVariant(kernel, tx, { ...key, wanted }))
      return c.json(made, 200)
    })
    .openapi(unsilence, async (c) => {
      await endSilence(kernel, keyOf(c, c.req.valid('param')))
      return c.json(done, 200)
    })
    .openapi(plans, async (c) => c.json(await getPlans(kernel, keyOf(c, c.req.valid('param'))), 200))
    .openapi(noted, async (c) => {
      const key = keyOf(c, c.req.valid('param'))
      const wanted = c.req.valid('json')
      const made = await db.withTenant(key.merchantId, (tx) => noteOrder(kernel, tx, { ...key, wanted }))
      return c.json(made, 200)
    })
    .openapi(forget, async (c) => {
      const { orderId, ...of } = c.req.valid('param')
      await forgetOrder(kernel, { ...keyOf(c, of), orderId })
      return c.json(done, 200)
    })
}

function keyOf(c: Context<AppEnv>, { id }: z.output<typeof variant>) {
  return { merchantId: signedIn(c).merchantId, variantId: id }
}
