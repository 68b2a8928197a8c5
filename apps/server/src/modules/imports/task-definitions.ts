import { HOUR_SECONDS } from '@stockcast/contract'
import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

const data = z.object({ merchantId: z.number().int().positive(), importId: z.number().int().positive() })

/** Checks an uploaded file. After a kill it starts again at the first line. */
export const checkImport = defineTask({
  name: 'check-import',
  data,
  retryLimit: 20,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: HOUR_SECONDS,
  concurrency: 2,
})

/** Writes a checked file, completely or not at all. */
export const applyImport = defineTask({
  name: 'apply-import',
  data,
  retryLimit: 20,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: HOUR_SECONDS,
})
