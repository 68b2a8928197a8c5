import { readEvent } from '../../../integrations/stripe/index.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { applyEventsTask } from './apply-events.task.ts'
import { findMerchantOfCustomer, insertEvent } from './event-queries.ts'

/**
 * Verifies an event, stores that it came, and queues its task in the same transaction, so that it cannot be
 * lost. An event for an unknown customer is dropped.
 */
export async function receiveEvent(
  billing: Pick<BillingKernel, 'config' | 'db' | 'jobs' | 'clock' | 'log'>,
  { body, signature }: { body: string; signature: string },
): Promise<void> {
  const event = readEvent(billing.config.stripe, body, signature)
  const { customerId } = event
  const merchantId =
    customerId === null ? undefined : await findMerchantOfCustomer(billing.db.directory, customerId)
  if (merchantId === undefined) {
    billing.log.info({ eventId: event.id, type: event.type }, 'event for an unknown customer')
    return
  }
  await billing.db.withTenant(merchantId, async (tx) => {
    if (!(await insertEvent(tx, { merchantId, event, at: billing.clock.now() }))) return
    await billing.jobs.send(applyEventsTask, { merchantId }, { tx, key: String(merchantId) })
  })
}
