import { channelNames } from '@stockcast/contract'
import { handleTask, type Task } from '../../jobs/task.ts'
import type { Kernel } from '../../kernel.ts'
import { deleteOldCounts } from './contacts/queries.ts'
import { adoptQueuedMail } from './deliveries/queue-mail.ts'
import { runChannel } from './deliveries/run-channel.ts'
import { createSenders } from './deliveries/senders.ts'
import { wakeDueChannels } from './deliveries/wake-channel.ts'
import type { DeliveryPorts } from './ports.ts'
import { adoptMail, deliverTasks, scheduleDeliveries } from './task-definitions.ts'

export function createNotificationTasks(kernel: Kernel, ports: DeliveryPorts): Task[] {
  const context = { ...kernel, ...ports, senders: createSenders(kernel), chance: Math.random }
  return [
    handleTask(scheduleDeliveries, async () => {
      await deleteOldCounts(kernel.db.directory, kernel.clock.now())
      await wakeDueChannels(kernel)
    }),
    handleTask(adoptMail, (mail) => adoptQueuedMail(kernel, mail)),
    ...channelNames.map((channel) =>
      handleTask(deliverTasks[channel], ({ merchantId, lane }, signal) =>
        runChannel(context, { merchantId, lane, channel }, signal),
      ),
    ),
  ]
}
