export { evaluateAlerts } from './evaluate-alerts.ts'
export { listRecentAlerts } from './list-alerts.ts'
export { addLateOrders } from './notifications/add-pending-notifications.ts'
export { confirmOwnAddress } from './notifications/channels/confirm-address.ts'
export { mayMailLink } from './notifications/channels/contact-limits.ts'
export { removeRecipient, swapRecipients } from './notifications/channels/queries.ts'
export { createNotifications } from './notifications/create-notifications.ts'
export type { DeliveryPorts } from './notifications/deliveries/prepare.ts'
export { closeOpenDeliveries } from './notifications/delivery-queries.ts'
export { endPause } from './notifications/order-mails/queries.ts'
export {
  type OrderMailPermit,
  permitOrderMail,
  queueOrderMail,
} from './notifications/order-mails/queue-order-mail.ts'
export { areOrderMailsPaused, findStopped } from './notifications/order-mails/recipients.ts'
export { queueMail } from './notifications/queue-mail.ts'
export { reopenSettled, settleAlerts } from './queries.ts'
export { createAlertRoutes } from './routes.ts'
