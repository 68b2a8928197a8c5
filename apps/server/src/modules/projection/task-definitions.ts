import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/**
 * Derives stock projections and alerts again from stock, forecast, settings and the day, without fitting: for
 * these variants, or for the whole catalogue. After a change of settings, alerts that closed by themselves
 * and would wait may open at once.
 */
export const refreshProjections = defineTask({
  name: 'refresh-projections',
  data: z.object({
    merchantId: z.number().int().positive(),
    variantIds: z.array(z.number().int()).max(5000).optional(),
    isChangeOfSettings: z.boolean().optional(),
  }),
  retryLimit: 4,
  concurrency: 2,
})
