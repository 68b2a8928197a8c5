import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

const merchantId = z.number().int().positive()

/**
 * Fits and stores every forecast of a merchant, then refreshes projections and alerts. The key must be the
 * merchant.
 */
export const forecastShop = defineTask({
  name: 'forecast-shop',
  data: z.object({ merchantId }),
  one: 'queued-and-running',
  retryLimit: 4,
  concurrency: 2,
})

/** Queues `forecast-shop` for every merchant whose day has changed since the last forecast. */
export const scheduleNight = defineTask({
  name: 'schedule-night',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 2,
})
