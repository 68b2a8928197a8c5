import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

const merchantId = z.number().int().positive()

/** Fits and stores every forecast of a merchant, then the outlooks and alerts. Send with the merchant as key. */
export const forecastShop = defineTask({
  name: 'forecast-shop',
  data: z.object({ merchantId }),
  one: 'queued-and-running',
  retryLimit: 4,
  concurrency: 2,
})

/**
 * Derives the outlooks and alerts anew from stock, forecast, settings and the day, without fitting: of these variants,
 * or of the whole catalogue. After a change of settings, alerts that rest after they closed by themselves may open at once.
 */
export const refreshOutlooks = defineTask({
  name: 'refresh-outlooks',
  data: z.object({
    merchantId,
    variantIds: z.array(z.number().int()).max(5000).optional(),
    isChangeOfSettings: z.boolean().optional(),
  }),
  retryLimit: 4,
  concurrency: 2,
})

/** Sends `forecast-shop` to every merchant whose day has changed since the last forecast. */
export const scheduleNight = defineTask({
  name: 'schedule-night',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 2,
})
