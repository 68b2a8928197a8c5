import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

const data = z.object({ merchantId: z.number().int().positive(), importId: z.number().int().positive() })

/** Reads an uploaded file and says what is in it. Begun again after a kill, it starts at the first line. */
export const checkImport = defineTask({
  name: 'check-import',
  data,
  retryLimit: 20,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 3600,
  concurrency: 2,
})

/** Writes a checked file, all of it or nothing. */
export const applyImport = defineTask({
  name: 'apply-import',
  data,
  retryLimit: 20,
  retryDelaySeconds: 1,
  retryBackoff: false,
  expireInSeconds: 3600,
})
