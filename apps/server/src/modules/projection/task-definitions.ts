import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/**
 * Derives the outlooks and alerts anew from stock, forecast, settings and the day, without fitting: of these variants,
 * or of the whole catalogue. After a change of settings, alerts that rest after they closed by themselves may open at once.
 */
export const refreshOutlooks = defineTask({
  name: 'refresh-outlooks',
  data: z.object({
    merchantId: z.number().int().positive(),
    variantIds: z.array(z.number().int()).max(5000).optional(),
    isChangeOfSettings: z.boolean().optional(),
  }),
  retryLimit: 4,
  concurrency: 2,
})
