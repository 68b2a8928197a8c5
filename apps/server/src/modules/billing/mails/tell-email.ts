import type { BillingKernel } from '../billing-kernel.ts'
import { getAccount } from '../get-account.ts'

/** Writes the merchant's present address to the customer at the provider, so that receipts go there. */
export async function tellEmail(billing: BillingKernel, merchantId: number): Promise<void> {
  const { customerId, email } = await getAccount(billing, merchantId)
  if (customerId !== null) await billing.stripe.setEmail(customerId, email)
}
