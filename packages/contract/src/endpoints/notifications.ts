import {
  answerOfferSchema,
  confirmPhoneSchema,
  deliveryListSchema,
  deliveryQuerySchema,
  deliverySchema,
  deliveryTakenSchema,
  mapChannels,
  notificationsSchema,
  saveNotificationsSchema,
} from '../notifications.ts'
import { byId, endpoint } from './endpoint.ts'

/** Each person has channels of their own. */
const ofOwnChannels = { role: 'viewer', refuses: ['demo', 'unconfirmed'], use: 'change' } as const

export const get = endpoint('GET', '/api/notifications', {
  role: 'viewer',
  answer: notificationsSchema,
  description: 'The channels for alerts.',
})

export const save = endpoint('PUT', '/api/notifications', {
  ...ofOwnChannels,
  records: 'channels_changed',
  body: saveNotificationsSchema,
  answer: notificationsSchema,
  description: 'The channels as saved.',
})

export const answerOffer = endpoint('POST', '/api/notifications/offer', {
  role: 'owner',
  refuses: ['demo', 'unconfirmed'],
  use: 'change',
  summary: 'Accepts or declines the offer of a daily mail of alerts',
  body: answerOfferSchema,
  answer: notificationsSchema,
  description: 'The channels for alerts.',
})

export const sendPhoneCode = endpoint('POST', '/api/notifications/sms/code', {
  ...ofOwnChannels,
  answer: deliveryTakenSchema,
  description: 'A code is on its way to the number.',
})

export const confirmPhone = endpoint('POST', '/api/notifications/sms/confirm', {
  ...ofOwnChannels,
  body: confirmPhoneSchema,
  answer: notificationsSchema,
  description: 'The number is confirmed.',
})

export const confirmEmail = endpoint('POST', '/api/notifications/email/confirmation', {
  ...ofOwnChannels,
  summary: 'Sends the mail again that asks to confirm the address',
  answer: notificationsSchema,
  description: 'The channels; the mail is on its way.',
})

export const listDeliveries = endpoint('GET', '/api/deliveries', {
  role: 'viewer',
  query: deliveryQuerySchema,
  answer: deliveryListSchema,
  description: 'Messages and their outcomes, newest first.',
})

export const retryDelivery = endpoint('POST', '/api/deliveries/{id}/retry', {
  ...ofOwnChannels,
  params: byId,
  answer: deliverySchema,
  description: 'The message, queued again.',
})

/** The test message of a channel. */
export const test = mapChannels((channel) =>
  endpoint('POST', `/api/notifications/${channel}/test`, {
    ...ofOwnChannels,
    answer: deliveryTakenSchema,
    description: 'A test message is on its way.',
  }),
)
