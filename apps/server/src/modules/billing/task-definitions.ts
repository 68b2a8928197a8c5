import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

const oneMerchant = z.object({ merchantId: z.number().int().positive() })

/** Looks at what came from the provider and brings a merchant's billing in line with it. May overlap. */
export const settleBillingTask = defineTask({
  name: 'settle-billing',
  data: oneMerchant,
  one: 'queued',
  retryLimit: 12,
  retryDelaySeconds: 3,
  concurrency: 4,
})

/** Sends `settle-billing` to the merchants whose time has come. */
export const scheduleBilling = defineTask({
  name: 'schedule-billing',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 1,
})

/** One try to end at the provider what a deleted merchant left there; the next ones are sent when they are due. */
export const closeBilling = defineTask({
  name: 'close-billing',
  data: z.object({ customerId: z.string().min(1) }),
  one: 'queued-or-running',
  retryLimit: 0,
})

/** Tells the provider the merchant's present address, for receipts. */
export const followEmail = defineTask({
  name: 'follow-email',
  data: oneMerchant,
  one: 'queued',
  retryLimit: 12,
  retryDelaySeconds: 30,
})
