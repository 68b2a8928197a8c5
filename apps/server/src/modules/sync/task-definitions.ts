import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/**
 * Goes on with a sync run from where it stands. The queue repeats it only when a worker died, soon and as often as
 * it takes; failures of the provider are waited for by sending it anew, and the run itself counts its attempts.
 */
export const syncShop = defineTask({
  name: 'sync-shop',
  data: z.object({ merchantId: z.number().int().positive(), runId: z.number().int().positive() }),
  retryLimit: 1000,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 12 * 3600,
  // Most of a run is waiting for the store: a few that hang must leave room for others.
  concurrency: 8,
})

/** Puts a shop's orders on the days of its new time zone. Send with the merchant as key. */
export const moveTimeZone = defineTask({
  name: 'move-time-zone',
  data: z.object({ merchantId: z.number().int().positive() }),
  one: 'queued',
  retryLimit: 8,
})
