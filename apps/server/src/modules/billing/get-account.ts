import type { AppDatabase } from '../../database/app-database.ts'
import { AppError } from '../../errors.ts'
import { refusalTexts } from '../../texts/refusal-texts.ts'
import type { BillingAccount } from './account.ts'
import { findAccount } from './queries.ts'

export async function getAccount(
  { db }: { db: Pick<AppDatabase, 'withTenant'> },
  merchantId: number,
): Promise<BillingAccount> {
  const account = await db.withTenant(merchantId, (tx) => findAccount(tx, merchantId))
  if (!account) throw new AppError('not_found', refusalTexts.accountWithoutMerchant)
  return account
}
