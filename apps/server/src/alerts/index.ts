export { evaluateAlerts } from './evaluate-alerts.ts'
export { listRecentAlerts } from './list-alerts.ts'
export { confirmOwnAddress } from './notifications/contacts/confirm-address.ts'
export { mayMailLink } from './notifications/contacts/contact-limits.ts'
export { createNotifications } from './notifications/create-notifications.ts'
export type { DeliveryPorts } from './notifications/deliveries/prepare.ts'
export { queueMail } from './notifications/deliveries/queue-mail.ts'
export { wakeDueChannels } from './notifications/deliveries/wake-channel.ts'
export { endPause } from './notifications/order-mails/queries.ts'
export {
  type OrderMailPermit,
  permitOrderMail,
  queueOrderMail,
} from './notifications/order-mails/queue-order-mail.ts'
export { areOrderMailsPaused, findStopped } from './notifications/order-mails/recipients.ts'
export { addLateOrders } from './notifications/pending/add-pending-notifications.ts'
export { reopenSettled, settleAlerts } from './queries.ts'
export { createAlertRoutes } from './routes.ts'
