export { confirmOwnAddress } from './contacts/confirm-address.ts'
export { mayMailLink } from './contacts/contact-limits.ts'
export { deliver } from './deliveries/deliver.task.ts'
export type { DeliveryPorts } from './deliveries/prepare.ts'
export { queueMail } from './deliveries/queue-mail.ts'
export { wakeDueChannels } from './deliveries/wake-channel.ts'
export type { ActionLink } from './messages/content.ts'
export { endPause } from './order-mails/queries.ts'
export {
  type OrderMailPermit,
  permitOrderMail,
  queueOrderMail,
} from './order-mails/queue-order-mail.ts'
export { areOrderMailsPaused, findStopped } from './order-mails/recipients.ts'
export { addLateOrders, addPendingNotifications } from './pending/add-pending-notifications.ts'
export { passNotifications } from './pending/queries.ts'
