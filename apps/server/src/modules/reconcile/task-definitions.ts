import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/** Compares what is here with the store and repairs it: what changed lately, or all. One at a time, with the merchant as key. */
export const reconcileShop = defineTask({
  name: 'reconcile-shop',
  data: z.object({ merchantId: z.number().int().positive(), kind: z.enum(['recent', 'full']) }),
  one: 'queued-and-running',
  retryLimit: 3,
  retryDelaySeconds: 20,
  expireInSeconds: 4 * 3600,
  // Most of it is waiting for the store: a few that hang must leave room for others.
  concurrency: 6,
})

/** Sends `reconcile-shop` to the merchants whose minute it is. */
export const scheduleReconcile = defineTask({
  name: 'schedule-reconcile',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 1,
})
