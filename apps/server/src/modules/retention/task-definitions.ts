import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/** Deletes what of one merchant is old. With the merchant as key. */
export const deleteOldRowsTask = defineTask({
  name: 'delete-old-rows',
  data: z.object({ merchantId: z.number().int().positive() }),
  one: 'queued-or-running',
  retryLimit: 5,
  expireInSeconds: 2 * 3600,
})

/** Every night: sends `delete-old-rows` for each merchant, and deletes what is old and of no merchant. */
export const scheduleRetention = defineTask({
  name: 'schedule-retention',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 3,
})
