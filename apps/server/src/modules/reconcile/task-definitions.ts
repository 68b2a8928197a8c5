import { HOUR_SECONDS } from '@stockcast/contract'
import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/**
 * Compares the database with the store and repairs it: recent changes, or everything. Runs one at a time for
 * each merchant, who is the key.
 */
export const reconcileShop = defineTask({
  name: 'reconcile-shop',
  data: z.object({ merchantId: z.number().int().positive(), kind: z.enum(['recent', 'full']) }),
  one: 'queued-and-running',
  retryLimit: 3,
  retryDelaySeconds: 20,
  expireInSeconds: 4 * HOUR_SECONDS,
  // Most of the time is spent waiting for the store: a few slow stores must not block the others.
  concurrency: 6,
})

/** Queues `reconcile-shop` for the merchants whose minute it is. */
export const scheduleReconcile = defineTask({
  name: 'schedule-reconcile',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 1,
})
