import type { Kernel } from '../../kernel.ts'
import { eraseMerchant, findMerchantOfUser, isUser } from './queries.ts'

/**
 * Removes what others were still writing while an account was deleted: rows of its merchant, and a merchant that a page
 * still open made anew for the user who is gone.
 */
export async function sweepAccount(
  kernel: Pick<Kernel, 'db'>,
  erased: { merchantId: number; userId: string },
): Promise<void> {
  if (await isUser(kernel.db.directory, erased.userId)) return
  const again = await findMerchantOfUser(kernel.db.directory, erased.userId)
  for (const merchantId of new Set([erased.merchantId, again ?? erased.merchantId])) {
    await kernel.db.withTenant(merchantId, (tx) => eraseMerchant(tx, merchantId))
  }
}
