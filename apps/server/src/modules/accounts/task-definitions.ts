import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/** Every night; once is enough, whoever asks. */
export const removeExpiredSignIns = defineTask({
  name: 'remove-expired-sign-ins',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 3,
})

/** Removes the rows of an account that was deleted: at once, and some time later what was being written meanwhile. */
export const sweepErasedAccount = defineTask({
  name: 'sweep-erased-account',
  data: z.object({ merchantId: z.number().int().positive(), userId: z.uuid() }),
  retryLimit: 20,
  expireInSeconds: 4 * 3600,
})
