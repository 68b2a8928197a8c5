import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

const data = z.object({ merchantId: z.number().int().positive() })

/** Waits grow to five minutes, so these retries last a day, longer than an outage of Shopify. */
const TRIES_OF_A_DAY = 300
/** Most of such work is waiting for a store: a few that hang must leave room for others. */
const AT_ONCE = 4

/**
 * Applies what waits in a merchant's inbox. Send with the merchant as key; asked for while it runs, it runs once more.
 * Two at a time wait for each other's rows.
 */
export const applyWebhooks = defineTask({
  name: 'apply-webhooks',
  data,
  one: 'queued',
  retryLimit: 100,
  retryDelaySeconds: 1,
  retryBackoff: false,
  concurrency: 4,
})

/**
 * Reads what webhooks told has changed without telling how: products, shop details, permissions. One at a time: two
 * would ask the store for the same and share what it lets a shop ask.
 */
export const readChanges = defineTask({
  name: 'read-changes',
  data,
  one: 'queued-and-running',
  retryLimit: TRIES_OF_A_DAY,
  concurrency: AT_ONCE,
})

/** Reads what an inventory webhook does not tell: units on hand, committed and on the way. Sent with a delay, one at a time. */
export const readLevels = defineTask({
  name: 'read-levels',
  data,
  one: 'queued-and-running',
  retryLimit: TRIES_OF_A_DAY,
  concurrency: AT_ONCE,
})

/**
 * Asks Shopify whether the shop has really left before anything of it goes. Asked for again every 15 minutes while the
 * answer is open, so that its own tries need not last.
 */
export const confirmDeparture = defineTask({
  name: 'confirm-departure',
  data,
  one: 'queued-and-running',
  retryLimit: 12,
  concurrency: AT_ONCE,
})

/** Makes the missing webhook subscriptions of a shop and removes those that are none of ours any more. */
export const ensureSubscriptions = defineTask({
  name: 'ensure-subscriptions',
  data,
  one: 'queued-or-running',
  retryLimit: 8,
  concurrency: 2,
})
