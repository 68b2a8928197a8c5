import { z } from 'zod'
import { defineTask } from '../../jobs/task.ts'

const data = z.object({ merchantId: z.number().int().positive() })

/** Waits grow to five minutes, so these retries last a day, longer than an outage of Shopify. */
const TRIES_OF_A_DAY = 300
/** Most of the time is spent waiting for a store: a few slow stores must not block the others. */
const AT_ONCE = 4

/**
 * Applies what waits in a merchant's inbox. Send with the merchant as key; when sent while it runs, it runs
 * once more. Two at the same time wait for each other's rows.
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
 * Reads what webhooks reported as changed without saying how: products, shop details, permissions. Runs one
 * at a time: two would read the same and share the shop's request limit.
 */
export const readChanges = defineTask({
  name: 'read-changes',
  data,
  one: 'queued-and-running',
  retryLimit: TRIES_OF_A_DAY,
  concurrency: AT_ONCE,
})

/**
 * Reads what an inventory webhook does not contain: units on hand, committed and incoming. Sent with a delay,
 * one at a time.
 */
export const readLevels = defineTask({
  name: 'read-levels',
  data,
  one: 'queued-and-running',
  retryLimit: TRIES_OF_A_DAY,
  concurrency: AT_ONCE,
})

/**
 * Asks Shopify whether the shop has really left before anything of it is deleted. Queued again every 15
 * minutes until there is an answer, so its own tries need not last.
 */
export const confirmDeparture = defineTask({
  name: 'confirm-departure',
  data,
  one: 'queued-and-running',
  retryLimit: 12,
  concurrency: AT_ONCE,
})

/** Creates the missing webhook subscriptions of a shop and removes those that are no longer ours. */
export const ensureSubscriptions = defineTask({
  name: 'ensure-subscriptions',
  data,
  one: 'queued-or-running',
  retryLimit: 8,
  concurrency: 2,
})
