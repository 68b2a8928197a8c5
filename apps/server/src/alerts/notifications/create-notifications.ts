import { channelNames } from '@stockcast/contract'
import { defineSchedule, handleTask } from '../../kernel/jobs/task.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Part } from '../../kernel/part.ts'
import { createConfirmRoutes } from './channels/confirm-routes.ts'
import { createTwilioRoutes } from './channels/twilio-routes.ts'
import { createUnsubscribeRoutes } from './channels/unsubscribe-routes.ts'
import { deliver, deliverTasks } from './deliveries/deliver.task.ts'
import type { DeliveryPorts } from './deliveries/prepare.ts'
import { createSenders } from './deliveries/senders.ts'
import { createStopRoutes } from './order-mails/stop-routes.ts'
import { createNotificationRoutes } from './routes.ts'
import { wakeDueChannels } from './wake-channel.ts'

/** Runs every minute, for digests, deferred messages, later tries, and what a crash left behind. */
const scheduleDeliveriesTask = defineSchedule({
  name: 'schedule-deliveries',
  cron: '* * * * *',
  retryLimit: 1,
})

/** Creates the module; `ports` are what its messages need from other modules. */
export function createNotifications(kernel: Kernel, ports: DeliveryPorts): Part {
  const delivery = { ...kernel, ...ports, senders: createSenders(kernel), chance: Math.random }
  return {
    direct: [createTwilioRoutes(kernel)],
    open: [createUnsubscribeRoutes(kernel), createConfirmRoutes(kernel), createStopRoutes(kernel)],
    guarded: [createNotificationRoutes(kernel)],
    deliver: [
      handleTask(scheduleDeliveriesTask, () => wakeDueChannels(kernel)),
      ...channelNames.map((channel) =>
        handleTask(deliverTasks[channel], (lane, signal) => deliver(delivery, { ...lane, channel }, signal)),
      ),
    ],
    catchUp: () => wakeDueChannels(kernel),
  }
}
