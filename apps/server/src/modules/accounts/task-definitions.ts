import { HOUR_SECONDS } from '@stockcast/contract'
import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/** Removes expired sign-ins every night. Running it once is enough. */
export const removeExpiredSignIns = defineTask({
  name: 'remove-expired-sign-ins',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 3,
})

/** Removes the rows of a deleted account: at once, and again later for what was still being written. */
export const sweepErasedAccount = defineTask({
  name: 'sweep-erased-account',
  data: z.object({ merchantId: z.number().int().positive(), userId: z.uuid() }),
  retryLimit: 20,
  expireInSeconds: 4 * HOUR_SECONDS,
})
