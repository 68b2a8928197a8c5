import { channelNames, notificationsApi } from '@stockcast/contract'
import { signedIn } from '../../kernel/http/context.ts'
import { type Caller, createVerbApi } from '../../kernel/http/verb-api.ts'
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
  const api = createVerbApi(kernel)
    .run(notificationsApi.get, (context) => getNotifications(own(context)))
    .run(notificationsApi.save, (context, wanted) =>
      saveNotifications(own(context), { ...wanted, ip: context.origin.address }),
    )
    .run(notificationsApi.answerOffer, (context, given) =>
      answerOffer(context, { ...given, ip: context.origin.address }),
    )
    .run(notificationsApi.sendPhoneCode, (context) => sendPhoneCode(own(context)))
    .serve(notificationsApi.confirmPhone, ({ c, body: { code } }) =>
      confirmPhone(kernel, { ...own({ caller: signedIn(c) }), merchantId: signedIn(c).merchantId, code }),
    )
    .run(notificationsApi.confirmEmail, (context) => askAgain(own(context)))
    .read(notificationsApi.listDeliveries, (context, query) => listDeliveries(own(context), query))
    .run(notificationsApi.retryDelivery, (context, { id: deliveryId }) =>
      retryDelivery(own(context), { deliveryId }),
    )
  for (const channel of channelNames)
    api.run(notificationsApi.test[channel], (context) => sendTest(own(context), { channel }))
  return api
}

/** Adds whose channels are meant: each person has their own. */
function own<Given extends Pick<Caller, 'caller'>>(context: Given): Given & { recipientId: number } {
  return { ...context, recipientId: context.caller.recipientId ?? OWNER }
}
