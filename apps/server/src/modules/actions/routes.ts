import { createRoute } from '@hono/zod-openapi'
import {
  openOrderSchema,
  orderRequestSchema,
  snoozeListSchema,
  snoozeRequestSchema,
  snoozeSchema,
  variantPlansSchema,
} from '@stockcast/contract'
import type { Context } from 'hono'
import { z } from 'zod'
import { createApi, jsonAnswer, jsonBody } from '../../http/api.ts'
import { type AppEnv, signedIn } from '../../http/context.ts'
import type { Kernel } from '../../kernel.ts'
import { getPlans } from './get-plans.ts'
import { forgetOrder, recordOrder } from './record-order.ts'
import { listSnoozes } from './snooze-queries.ts'
import { endSnooze, snoozeVariant } from './snooze-variant.ts'

const id = z.coerce.number().int().positive()
/** Products of imported files have negative ids. */
const variantId = z.coerce.number().int()
const variant = z.object({ id: variantId })
const order = z.object({ id: variantId, orderId: id })
const doneSchema = z.object({ done: z.literal(true) })
const done = { done: true } as const

const snoozes = createRoute({
  method: 'get',
  path: '/api/snoozes',
  summary: 'Products that are snoozed or muted',
  responses: jsonAnswer(snoozeListSchema, 'Newest first.'),
})

const snooze = createRoute({
  method: 'put',
  path: '/api/variants/{id}/snooze',
  summary: 'Snoozes a product for some days or until its stock rises, or mutes it',
  request: { params: variant, body: jsonBody(snoozeRequestSchema) },
  responses: jsonAnswer(snoozeSchema, 'The snooze or mute. The product’s open alerts are resolved.'),
})

const unsnooze = createRoute({
  method: 'delete',
  path: '/api/variants/{id}/snooze',
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

const recorded = createRoute({
  method: 'post',
  path: '/api/variants/{id}/orders',
  summary: 'Saves an open order, whose units count as on the way',
  request: { params: variant, body: jsonBody(orderRequestSchema) },
  responses: jsonAnswer(openOrderSchema, 'The order. The product’s open alerts are resolved.'),
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
    .openapi(snoozes, async (c) => {
      const { merchantId } = signedIn(c)
      return c.json({ snoozes: await db.withTenant(merchantId, (tx) => listSnoozes(tx, merchantId)) }, 200)
    })
    .openapi(snooze, async (c) => {
      const key = keyOf(c, c.req.valid('param'))
      const wanted = c.req.valid('json')
      const made = await db.withTenant(key.merchantId, (tx) => snoozeVariant(kernel, tx, { ...key, wanted }))
      return c.json(made, 200)
    })
    .openapi(unsnooze, async (c) => {
      await endSnooze(kernel, keyOf(c, c.req.valid('param')))
      return c.json(done, 200)
    })
    .openapi(plans, async (c) => c.json(await getPlans(kernel, keyOf(c, c.req.valid('param'))), 200))
    .openapi(recorded, async (c) => {
      const key = keyOf(c, c.req.valid('param'))
      const wanted = c.req.valid('json')
      const made = await db.withTenant(key.merchantId, (tx) => recordOrder(kernel, tx, { ...key, wanted }))
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
