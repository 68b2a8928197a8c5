import { keyOf } from './account.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { getAccount } from './get-account.ts'
import { findAccount, updateCustomer } from './queries.ts'

/** The merchant's customer at the provider, made when there is none. Two calls at the same time make one. */
export async function ensureCustomer(billing: BillingKernel, merchantId: number): Promise<string> {
  const account = await getAccount(billing, merchantId)
  if (account.customerId !== null) return account.customerId
  const { email, customersMade } = account
  const key = `customer:${keyOf(account)}:${customersMade}`
  const customerId = await billing.stripe.createCustomer({ email, merchantId, key })
  return billing.db.withTenant(merchantId, async (tx) => {
    const current = await findAccount(tx, merchantId)
    if (current?.customerId) return current.customerId
    await updateCustomer(tx, merchantId, customerId)
    return customerId
  })
}
