import type { MerchantKey } from '../../../kernel/database/app-database.ts'
import { defineMerchantTask } from '../../../kernel/jobs/task.ts'
import type { BillingKernel } from '../billing-kernel.ts'
import { getAccount } from '../get-account.ts'

/** Writes the merchant's present address to the provider, for receipts. */
export const followEmailTask = defineMerchantTask({
  name: 'follow-email',
  one: 'queued',
  retryLimit: 12,
  retryDelaySeconds: 30,
})

export async function followEmail(billing: BillingKernel, { merchantId }: MerchantKey): Promise<void> {
  const { customerId, email } = await getAccount(billing, merchantId)
  if (customerId !== null) await billing.stripe.setEmail(customerId, email)
}
