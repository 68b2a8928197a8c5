import { AppError } from '../../../errors.ts'
import type { Kernel } from '../../../kernel.ts'
import { type Origin, recordAudit } from '../../audit/index.ts'
import { followEmailTask } from '../../billing/index.ts'
import { hashLinkToken, newResetToken } from '../account/link-token.ts'
import { findMerchantOfUser, findUserByEmail } from '../queries.ts'
import { endAccess, findEmailChangeUser, findEmailOfUser, takeEmailChange, updateEmail } from './queries.ts'

/**
 * Restores the former address with the link that was mailed to it, ends every session and removes the
 * password. Returns a token for choosing a new password.
 */
export async function undoEmailChange(
  kernel: Kernel,
  { token, origin }: { token: string; origin: Origin },
): Promise<{ token: string }> {
  const link = { tokenHash: hashLinkToken(token), kind: 'undo' } as const
  const { directory } = kernel.db
  const userId = await findEmailChangeUser(directory, link)
  const merchantId = userId && (await findMerchantOfUser(directory, userId))
  if (!userId || !merchantId) throw unusable()
  await kernel.db.withTenant(merchantId, async (tx) => {
    const taken = await takeEmailChange(tx, link)
    if (!taken) throw unusable()
    await findEmailOfUser(tx, userId)
    if (await findUserByEmail(tx, taken.email)) throw unusable()
    await updateEmail(tx, { userId, merchantId, email: taken.email })
    await endAccess(tx, taken)
    await kernel.jobs.send(followEmailTask, { merchantId }, { tx, key: String(merchantId) })
    await recordAudit(tx, { merchantId, at: kernel.clock.now(), event: 'email_change_undone', origin })
  })
  return { token: await newResetToken(kernel, userId) }
}

function unusable(): AppError {
  return new AppError('not_found', 'This link is no longer valid. Reset your password if you cannot sign in.')
}
