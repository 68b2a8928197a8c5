import { AppError } from '../../../errors.ts'
import type { SignedIn } from '../../../http/context.ts'
import { isUnconfirmed } from '../queries.ts'
import { sendConfirmation } from './confirm-address.ts'
import type { MailKernel } from './send-link.ts'

/** Mails the link that confirms the caller's address once more. */
export async function resendConfirmation(
  kernel: MailKernel,
  { userId, email }: SignedIn,
): Promise<{ sent: true }> {
  if (kernel.config.mail.mode !== 'live' || !(await isUnconfirmed(kernel.db.directory, userId)))
    throw new AppError('precondition_failed', 'This email address is confirmed already.')
  await sendConfirmation(kernel, { id: userId, email })
  return { sent: true }
}
