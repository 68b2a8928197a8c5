import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/** Every night; once is enough, whoever asks. */
export const removeExpiredSignIns = defineTask({
  name: 'remove-expired-sign-ins',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 3,
})

/** Some time after an account was deleted: what was being written in that moment goes too. */
export const sweepErasedAccount = defineTask({
  name: 'sweep-erased-account',
  data: z.object({ merchantId: z.number().int().positive(), userId: z.uuid() }),
  retryLimit: 5,
})
