import { isDemoUser } from '../../../demo-user-email.ts'
import { AppError } from '../../../errors.ts'
import type { SignedIn } from '../../../http/context.ts'
import type { Kernel } from '../../../kernel.ts'
import { trialDaysRemaining } from '../../billing/index.ts'
import { queueMail } from '../../notifications/index.ts'
import { claimWelcomeMail } from '../queries.ts'
import { welcomeMail } from './account-mails.ts'

/** Sends the welcome mail once per merchant, to the caller's own address only. */
export async function sendWelcomeMail(
  kernel: Kernel,
  caller: SignedIn,
  input: { email: string },
): Promise<{ sent: boolean }> {
  if (input.email.toLowerCase() !== caller.email.toLowerCase()) {
    throw new AppError('forbidden', 'This email address is not yours.', { field: 'email' })
  }
  const { merchantId, email } = caller
  // The address of a demo user does not exist. The mail is sent when the account is kept.
  if (isDemoUser(email)) return { sent: false }
  return kernel.db.withTenant(merchantId, async (tx) => {
    const now = kernel.clock.now()
    const trialEndsAt = await claimWelcomeMail(tx, { merchantId }, now)
    if (trialEndsAt === null) return { sent: false }
    const trialDays = trialDaysRemaining(trialEndsAt, now)
    const content = welcomeMail({ email, publicUrl: kernel.config.publicUrl, trialDays })
    await queueMail(kernel, tx, { merchantId, kind: 'account', content })
    return { sent: true }
  })
}
