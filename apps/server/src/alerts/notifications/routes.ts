import {
  answerOfferSchema,
  channelNames,
  confirmPhoneSchema,
  deliveryListSchema,
  deliveryQuerySchema,
  deliverySchema,
  deliveryTakenSchema,
  notificationsSchema,
  paths,
  routes,
  saveNotificationsSchema,
} from '@stockcast/contract'
import type { Context as Caller } from 'hono'
import { z } from 'zod'
import { createApi, createRoute, jsonAnswer, jsonBody, type OpenAPIHono } from '../../kernel/http/api.ts'
import { callerAddress } from '../../kernel/http/caller-address.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import { createSnapshotRunner, createVerbRunner } from '../../kernel/http/run-verb.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { answerOffer } from './channels/answer-offer.ts'
import { askAgain } from './channels/confirm-address.ts'
import { confirmPhone, sendPhoneCode } from './channels/confirm-phone.ts'
import { getNotifications } from './channels/get-notifications.ts'
import { saveNotifications } from './channels/save-notifications.ts'
import { sendTest } from './channels/send-test.ts'
import { listDeliveries, retryDelivery } from './deliveries/list-deliveries.ts'
import { OWNER } from './delivery.ts'

const get = createRoute({
  method: 'get',
  path: paths.notifications,
  responses: jsonAnswer(notificationsSchema, 'The channels for alerts.'),
})
const put = createRoute({
  method: 'put',
  path: paths.notifications,
  use: 'change',
  request: { body: jsonBody(saveNotificationsSchema) },
  responses: jsonAnswer(notificationsSchema, 'The channels as saved.'),
})
const offer = createRoute({
  method: 'post',
  path: paths.notificationOffer,
  use: 'change',
  summary: 'Accepts or declines the offer of a daily mail of alerts',
  request: { body: jsonBody(answerOfferSchema) },
  responses: jsonAnswer(notificationsSchema, 'The channels for alerts.'),
})
const code = createRoute({
  method: 'post',
  path: paths.phoneCode,
  use: 'change',
  responses: jsonAnswer(deliveryTakenSchema, 'A code is on its way to the number.'),
})
const confirm = createRoute({
  method: 'post',
  path: paths.confirmPhone,
  use: 'change',
  request: { body: jsonBody(confirmPhoneSchema) },
  responses: jsonAnswer(notificationsSchema, 'The number is confirmed.'),
})
const again = createRoute({
  method: 'post',
  path: paths.confirmNotificationEmail,
  use: 'change',
  summary: 'Sends the mail again that asks to confirm the address',
  responses: jsonAnswer(notificationsSchema, 'The channels; the mail is on its way.'),
})
const list = createRoute({
  method: 'get',
  path: paths.deliveries,
  request: { query: deliveryQuerySchema },
  responses: jsonAnswer(deliveryListSchema, 'Messages and their outcomes, newest first.'),
})
const retry = createRoute({
  method: 'post',
  path: paths.retryDelivery,
  use: 'change',
  request: { params: z.object({ id: z.coerce.number().int().positive() }) },
  responses: jsonAnswer(deliverySchema, 'The message, queued again.'),
})

export function createNotificationRoutes(kernel: Kernel): OpenAPIHono<AppEnv> {
  const api = createApi()
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  api.openapi(get, async (c) => c.json(await run(c, (context) => getNotifications(own(c, context))), 200))
  api.openapi(put, async (c) => {
    const input = { ...c.req.valid('json'), ip: callerAddress(kernel.config, c) }
    return c.json(await run(c, (context) => saveNotifications(own(c, context), input)), 200)
  })
  api.openapi(offer, async (c) => {
    const input = { ...c.req.valid('json'), ip: callerAddress(kernel.config, c) }
    return c.json(await run(c, (context) => answerOffer(context, input)), 200)
  })
  for (const channel of channelNames) {
    const test = createRoute({
      method: 'post',
      path: routes.testChannel(channel),
      use: 'change',
      responses: jsonAnswer(deliveryTakenSchema, 'A test message is on its way.'),
    })
    api.openapi(test, async (c) =>
      c.json(await run(c, (context) => sendTest(own(c, context), { channel })), 200),
    )
  }
  api.openapi(code, async (c) => c.json(await run(c, sendPhoneCode), 200))
  api.openapi(confirm, async (c) => {
    const { merchantId } = signedIn(c)
    return c.json(await confirmPhone(kernel, { merchantId, code: c.req.valid('json').code }), 200)
  })
  api.openapi(again, async (c) => c.json(await run(c, (context) => askAgain(own(c, context))), 200))
  api.openapi(list, async (c) => {
    const query = c.req.valid('query')
    return c.json(await read(c, (context) => listDeliveries(own(c, context), query)), 200)
  })
  api.openapi(retry, async (c) => {
    const deliveryId = c.req.valid('param').id
    return c.json(await run(c, (context) => retryDelivery(own(c, context), { deliveryId })), 200)
  })
  return api
}

/** Adds whose channels are meant: each person has their own. */
function own<Given>(c: Caller<AppEnv>, context: Given): Given & { recipientId: number } {
  return { ...context, recipientId: signedIn(c).recipientId ?? OWNER }
}
