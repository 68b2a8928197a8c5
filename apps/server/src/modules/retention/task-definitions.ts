import { HOUR_SECONDS } from '@stockcast/contract'
import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/** Deletes old rows of one merchant. Send with the merchant as key. */
export const deleteOldRowsTask = defineTask({
  name: 'delete-old-rows',
  data: z.object({ merchantId: z.number().int().positive() }),
  one: 'queued-or-running',
  retryLimit: 5,
  expireInSeconds: 2 * HOUR_SECONDS,
})

/**
 * Runs every night: sends `delete-old-rows` for each merchant, and deletes old rows that belong to no
 * merchant.
 */
export const scheduleRetention = defineTask({
  name: 'schedule-retention',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 3,
})
