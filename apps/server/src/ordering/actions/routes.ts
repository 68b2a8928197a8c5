import {
  openOrderSchema,
  orderRequestSchema,
  paths,
  snoozeListSchema,
  snoozeRequestSchema,
  snoozeSchema,
  variantPlansSchema,
} from '@stockcast/contract'
import { z } from 'zod'
import { createApi, createRoute, jsonAnswer, jsonBody } from '../../kernel/http/api.ts'
import { createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetOrder, getPlans, recordOrder } from './record-order.ts'
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
  path: paths.snoozes,
  summary: 'Products that are snoozed or muted',
  responses: jsonAnswer(snoozeListSchema, 'Newest first.'),
})

const snooze = createRoute({
  method: 'put',
  path: paths.snooze,
  use: 'snooze',
  summary: 'Snoozes a product for some days or until its stock rises, or mutes it',
  request: { params: variant, body: jsonBody(snoozeRequestSchema) },
  responses: jsonAnswer(snoozeSchema, 'The snooze or mute. The product’s open alerts are resolved.'),
})

const unsnooze = createRoute({
  method: 'delete',
  path: paths.snooze,
  use: 'change',
  summary: 'Ends a snooze or mute; alerts whose condition still holds open again',
  request: { params: variant },
  responses: jsonAnswer(doneSchema, 'The product is neither snoozed nor muted.'),
})

const plans = createRoute({
  method: 'get',
  path: paths.plans,
  summary: 'The snooze or mute of a product and its open orders',
  request: { params: variant },
  responses: jsonAnswer(
    variantPlansSchema,
    'The snooze or mute, and the open orders with the earliest first.',
  ),
})

const recorded = createRoute({
  method: 'post',
  path: paths.orders,
  use: 'order',
  summary: 'Saves an open order, whose units count as on the way',
  request: { params: variant, body: jsonBody(orderRequestSchema) },
  responses: jsonAnswer(openOrderSchema, 'The order. The product’s open alerts are resolved.'),
})

const forget = createRoute({
  method: 'delete',
  path: paths.order,
  use: 'change',
  summary: 'Removes an open order',
  request: { params: order },
  responses: jsonAnswer(doneSchema, 'The order is removed.'),
})

export function createPlanRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  return createApi()
    .openapi(snoozes, async (c) => {
      const found = await run(c, ({ merchantId, tx }) => listSnoozes(tx, merchantId))
      return c.json({ snoozes: found }, 200)
    })
    .openapi(snooze, async (c) => {
      const input = { variantId: c.req.valid('param').id, wanted: c.req.valid('json') }
      return c.json(await run(c, (context) => snoozeVariant(context, input)), 200)
    })
    .openapi(unsnooze, async (c) => {
      const variantId = c.req.valid('param').id
      await run(c, (context) => endSnooze(context, { variantId }))
      return c.json(done, 200)
    })
    .openapi(plans, async (c) => {
      const variantId = c.req.valid('param').id
      return c.json(await run(c, (context) => getPlans(context, { variantId })), 200)
    })
    .openapi(recorded, async (c) => {
      const input = { variantId: c.req.valid('param').id, wanted: c.req.valid('json') }
      return c.json(await run(c, (context) => recordOrder(context, input)), 200)
    })
    .openapi(forget, async (c) => {
      const { id, orderId } = c.req.valid('param')
      await run(c, (context) => forgetOrder(context, { variantId: id, orderId }))
      return c.json(done, 200)
    })
}
