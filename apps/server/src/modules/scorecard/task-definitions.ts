import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

/** Simulates a merchant's last 90 days and stores the scorecard. Send with the merchant as key. */
export const simulateShop = defineTask({
  name: 'simulate-shop',
  data: z.object({ merchantId: z.number().int().positive() }),
  one: 'queued-or-running',
  retryLimit: 3,
  concurrency: 1,
})

/** Sends `simulate-shop` to every merchant whose scorecard is due. */
export const scheduleSimulations = defineTask({
  name: 'schedule-simulations',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 2,
})
