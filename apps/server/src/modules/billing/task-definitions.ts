import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

const oneMerchant = z.object({ merchantId: z.number().int().positive() })

/**
 * Reconciles a merchant's billing with the provider, taking the stored events into account. Runs may overlap.
 */
export const reconcileBillingTask = defineTask({
  name: 'reconcile-billing',
  data: oneMerchant,
  one: 'queued',
  retryLimit: 12,
  retryDelaySeconds: 3,
  concurrency: 4,
})

/** Queues `reconcile-billing` for the merchants whose billing is due. */
export const scheduleBilling = defineTask({
  name: 'schedule-billing',
  data: z.object({}),
  one: 'queued-or-running',
  retryLimit: 1,
})

/**
 * Tries once to delete the customer of a deleted merchant at the provider. Further tries are queued when they
 * are due.
 */
export const closeBilling = defineTask({
  name: 'close-billing',
  data: z.object({ customerId: z.string().min(1) }),
  one: 'queued-or-running',
  retryLimit: 0,
})

/** Writes the merchant's present address to the provider, for receipts. */
export const followEmail = defineTask({
  name: 'follow-email',
  data: oneMerchant,
  one: 'queued',
  retryLimit: 12,
  retryDelaySeconds: 30,
})
