import type { AppDatabase } from '../../kernel/database/app-database.ts'
import { AppError } from '../../kernel/errors.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import { type BillingAccount, toKey } from './account.ts'
import type { BillingKernel } from './billing-kernel.ts'
import { claimVersion, findAccount, updateCustomer } from './queries.ts'

export async function getAccount(
  { db }: { db: Pick<AppDatabase, 'withTenant'> },
  merchantId: number,
): Promise<BillingAccount> {
  const account = await db.withTenant(merchantId, (tx) => findAccount(tx, merchantId))
  if (!account) throw new AppError('not_found', refusalTexts.accountWithoutMerchant)
  return account
}

const ATTEMPTS = 5

/**
 * Returns the merchant's customer at the provider and creates it when there is none. Two calls at the same
 * time create one. A state that was derived without the customer is not stored afterwards.
 */
export async function ensureCustomer(billing: BillingKernel, merchantId: number): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const account = await getAccount(billing, merchantId)
    if (account.customerId !== null) return account.customerId
    const { email, customersMade } = account
    const key = `customer:${toKey(account)}:${customersMade}`
    const customerId = await billing.stripe.createCustomer({ email, merchantId, key })
    const isStored = await billing.db.withTenant(merchantId, async (tx) => {
      const isCurrent = await claimVersion(tx, account)
      if (isCurrent) await updateCustomer(tx, merchantId, customerId)
      return isCurrent
    })
    if (isStored) return customerId
  }
  throw new AppError('conflict', refusalTexts.subscriptionChanging)
}
