import { z } from 'zod'
import { defineTask } from '../../../kernel/jobs/task.ts'

/** Runs every minute, for digests, deferred messages, later tries, and what a crash left behind. */
export const scheduleDeliveriesTask = defineTask({
  name: 'schedule-deliveries',
  cron: '* * * * *',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 1,
})
