import { MINUTE_MS } from '@stockcast/contract'
import { z } from 'zod'
import type { Tx } from '../../../kernel/database/app-database.ts'
import { defineTask } from '../../../kernel/jobs/task.ts'
import { isStripeFault } from '../../../providers/stripe/index.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { findAccount } from '../queries.ts'
import { rememberTrial } from '../trial/trial-memory.ts'
import { countTry, deleteClosing, insertClosing, listDueClosings, saveFault } from './queries.ts'

/**
 * The waits after each try. The last one repeats without end, because a closed account must not be charged.
 */
const WAITS_MS = [1, 2, 5, 10, 20, 40, 60].map((minutes) => minutes * MINUTE_MS) as [number, ...number[]]
const PAGE = 200

/**
 * Tries once to delete the customer of a deleted merchant at the provider. Further tries are queued when they
 * are due.
 */
export const closeBillingTask = defineTask({
  name: 'close-billing',
  data: z.object({ customerId: z.string().min(1) }),
  one: 'queued-or-running',
  owner: ({ customerId }) => customerId,
  retryLimit: 0,
})

/** Tries once to delete the customer. A failure is stored, logged for the operator, and tried again later. */
export async function closeBilling(
  billing: BillingKernel,
  { customerId }: { customerId: string },
): Promise<void> {
  const { directory } = billing.db
  const now = billing.clock.now()
  const { tries, askedAt } = await countTry(directory, { customerId, at: now, waitsMs: WAITS_MS })
  try {
    await billing.stripe.deleteCustomer(customerId)
  } catch (error) {
    if (!isStripeFault(error, 'missing')) {
      await saveFault(directory, {
        customerId,
        fault: error instanceof Error ? error.message : String(error),
      })
      const words = 'the customer of a deleted account is still at the payment provider, and may be charged'
      billing.log.error({ err: error, customerId, tries, since: askedAt }, words)
      return
    }
  }
  await deleteClosing(directory, customerId)
  billing.log.info(
    { customerId, tries },
    'the customer of a deleted account is deleted at the payment provider',
  )
}

/** Queues a try for the customers whose next one is due. Runs every minute. */
export async function sendDueClosings({
  db,
  clock,
  jobs,
}: Pick<BillingKernel, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const customerIds = await listDueClosings(db.directory, { now: clock.now(), limit: PAGE })
  if (customerIds.length === 0) return
  const closings = customerIds.map((customerId) => ({ data: { customerId } }))
  await jobs.sendAll(closeBillingTask, closings)
}

/**
 * Remembers the trial and queues the deletion of the customer at the provider. Runs in the transaction that
 * deletes a merchant, before the rows go.
 */
export async function closeAccount(
  billing: Pick<BillingKernel, 'clock' | 'config' | 'jobs'>,
  tx: Tx,
  merchantId: number,
): Promise<undefined> {
  await rememberTrial(billing, tx, merchantId)
  const account = await findAccount(tx, merchantId)
  if (!account?.customerId) return undefined
  const { customerId } = account
  await insertClosing(tx, { customerId, at: billing.clock.now() })
  await billing.jobs.send(closeBillingTask, { customerId }, { tx })
  return undefined
}
