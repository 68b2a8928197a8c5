import type { Tx } from '../../../database/app-database.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { findAccount } from '../queries.ts'
import { rememberTrial } from '../trial/trial-memory.ts'
import { closeBillingTask } from './close-billing.task.ts'
import { insertClosing } from './queries.ts'

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
  await billing.jobs.send(closeBillingTask, { customerId }, { tx, key: customerId })
  return undefined
}
