import { z } from 'zod'
import { defineTask } from '../../../kernel/jobs/task.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { rememberPhones } from '../channels/remember-phones.ts'
import { wakeDueChannels } from '../wake-channel.ts'

/** Runs every minute, for digests, deferred messages, later tries, and what a crash left behind. */
export const scheduleDeliveriesTask = defineTask({
  name: 'schedule-deliveries',
  cron: '* * * * *',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 1,
})

export async function scheduleDeliveries(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'jobs' | 'live'>,
): Promise<void> {
  await wakeDueChannels(kernel)
  await rememberPhones(kernel)
}
