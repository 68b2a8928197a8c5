import { HOUR_SECONDS } from '@stockcast/contract'
import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/**
 * Continues a sync run from its cursor. The queue repeats it only when a worker died, soon and as often as
 * needed; for failures of the provider it is queued again after a wait, and the run itself counts its
 * attempts.
 */
export const syncShop = defineTask({
  name: 'sync-shop',
  data: z.object({ merchantId: z.number().int().positive(), runId: z.number().int().positive() }),
  retryLimit: 1000,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 12 * HOUR_SECONDS,
  // Most of a run is spent waiting for the store: a few slow stores must not block the others.
  concurrency: 8,
})

/** Moves a shop's orders to the days of its new time zone. Send with the merchant as key. */
export const moveTimeZone = defineTask({
  name: 'move-time-zone',
  data: z.object({ merchantId: z.number().int().positive() }),
  one: 'queued',
  retryLimit: 8,
})
