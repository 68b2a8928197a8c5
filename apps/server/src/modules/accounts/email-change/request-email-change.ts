import { AppError } from '../../../errors.ts'
import type { SignedIn } from '../../../http/context.ts'
import type { Kernel } from '../../../kernel.ts'
import { isVisitor } from '../../../visitor-email.ts'
import { type Origin, recordAudit } from '../../audit/index.ts'
import { queueMail } from '../../notifications/index.ts'
import { assertPassword } from '../account/assert-password.ts'
import { newLinkToken } from '../account/link-token.ts'
import type { Auth } from '../auth/auth.ts'
import { findUserByEmail } from '../queries.ts'
import { emailChangeAskedMail, newEmailMail } from './email-change-mails.ts'
import { insertEmailChange } from './queries.ts'

const LINK_DAYS = 1
const DAY_MS = 86_400_000

/** Mails a link to the new address and a note to the present one. Nothing changes until the link is opened. */
export async function requestEmailChange(
  kernel: Kernel,
  auth: Auth,
  input: { caller: SignedIn; email: string; password: string; origin: Origin },
): Promise<{ email: string }> {
  const { caller, origin } = input
  const { userId, merchantId } = caller
  const email = input.email.trim().toLowerCase()
  if (isVisitor(caller.email))
    throw new AppError(
      'precondition_failed',
      'Keep this account first: give it an email address and a password.',
    )
  if (isVisitor(email) || email === caller.email.toLowerCase())
    throw new AppError('invalid_input', 'Enter the new address that you want to use.', { field: 'email' })
  await assertPassword(kernel, auth, input)
  const { token, tokenHash } = newLinkToken()
  const { publicUrl } = kernel.config
  await kernel.db.withTenant(merchantId, async (tx) => {
    if (await findUserByEmail(tx, email)) throw emailTaken()
    await insertEmailChange(tx, { tokenHash, userId, kind: 'change', email, days: LINK_DAYS })
    const mail = { merchantId, kind: 'account' } as const
    const usefulUntil = new Date(kernel.clock.now().getTime() + LINK_DAYS * DAY_MS)
    await queueMail(kernel, tx, {
      ...mail,
      to: email,
      content: newEmailMail({ publicUrl, token }),
      usefulUntil,
    })
    const asked = emailChangeAskedMail({ publicUrl, email })
    await queueMail(kernel, tx, { ...mail, to: caller.email, content: asked })
    await recordAudit(tx, { merchantId, at: kernel.clock.now(), event: 'email_change_asked', origin })
  })
  return { email }
}

export function emailTaken(): AppError {
  return new AppError('conflict', 'This email is already registered. Use another address.', {
    field: 'email',
  })
}
