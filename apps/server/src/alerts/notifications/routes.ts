import { channelNames, notificationsApi } from '@stockcast/contract'
import type { Context as Caller } from 'hono'
import { createApi } from '../../kernel/http/api.ts'
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

export function createNotificationRoutes(kernel: Kernel) {
  const run = createVerbRunner(kernel)
  const read = createSnapshotRunner(kernel)
  const api = createApi()
    .serve(notificationsApi.get, ({ c }) => run(c, (context) => getNotifications(own(c, context))))
    .serve(notificationsApi.save, ({ c, body }) => {
      const input = { ...body, ip: callerAddress(kernel.config, c) }
      return run(c, (context) => saveNotifications(own(c, context), input))
    })
    .serve(notificationsApi.answerOffer, ({ c, body }) => {
      const input = { ...body, ip: callerAddress(kernel.config, c) }
      return run(c, (context) => answerOffer(context, input))
    })
    .serve(notificationsApi.sendPhoneCode, ({ c }) => run(c, (context) => sendPhoneCode(own(c, context))))
    .serve(notificationsApi.confirmPhone, ({ c, body: { code } }) =>
      confirmPhone(kernel, own(c, { merchantId: signedIn(c).merchantId, code })),
    )
    .serve(notificationsApi.confirmEmail, ({ c }) => run(c, (context) => askAgain(own(c, context))))
    .serve(notificationsApi.listDeliveries, ({ c, query }) =>
      read(c, (context) => listDeliveries(own(c, context), query)),
    )
    .serve(notificationsApi.retryDelivery, ({ c, params: { id: deliveryId } }) =>
      run(c, (context) => retryDelivery(own(c, context), { deliveryId })),
    )
  for (const channel of channelNames)
    api.serve(notificationsApi.test[channel], ({ c }) =>
      run(c, (context) => sendTest(own(c, context), { channel })),
    )
  return api
}

/** Adds whose channels are meant: each person has their own. */
function own<Given>(c: Caller<AppEnv>, context: Given): Given & { recipientId: number } {
  return { ...context, recipientId: signedIn(c).recipientId ?? OWNER }
}
