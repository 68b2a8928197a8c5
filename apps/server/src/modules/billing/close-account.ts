import type { Tx } from '../../database/app-database.ts'
import { isStripeFault } from '../../integrations/stripe/index.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { findAccount } from './queries.ts'
import { closeBilling } from './task-definitions.ts'

/** In the transaction that deletes a merchant, before the rows go: has the provider end and forget the rest. */
export async function closeAccount(
  billing: Pick<BillingKernel, 'jobs'>,
  tx: Tx,
  merchantId: number,
): Promise<undefined> {
  const account = await findAccount(tx, merchantId)
  if (!account?.customerId) return undefined
  await billing.jobs.send(closeBilling, { customerId: account.customerId }, { tx })
  return undefined
}

export async function endAtProvider({ stripe }: BillingKernel, customerId: string): Promise<void> {
  try {
    await stripe.deleteCustomer(customerId)
  } catch (error) {
    if (!isStripeFault(error, 'missing')) throw error
  }
}
