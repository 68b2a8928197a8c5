import { DAY_MS } from '@stockcast/contract'
import { queueMail } from '../../alerts/index.ts'
import { type Origin, recordAudit } from '../../kernel/audit/record-audit.ts'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { refusalTexts } from '../../kernel/texts/refusal-texts.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import type { Auth } from '../auth/auth.ts'
import { linkTo, newLinkToken } from '../auth/send-link.ts'
import { countTry, forgetTry, refusals, WAIT_SECONDS } from '../limits/count-tries.ts'
import { findUserByEmail } from '../queries.ts'
import { findPassword, insertEmailChange } from './queries.ts'

const LINK_DAYS = 1

/**
 * Mails a link to the new address and a notice to the present one. Nothing changes until the link is opened. An address
 * that has an account gets a mail that says so, in place of the link; the caller cannot tell the difference.
 */
export async function requestEmailChange(
  kernel: Kernel,
  auth: Auth,
  input: { caller: SignedIn; email: string; password: string; origin: Origin },
): Promise<{ email: string }> {
  const { caller, origin } = input
  const { userId, merchantId } = caller
  const email = input.email.trim().toLowerCase()
  if (isDemoUser(caller.email)) throw new AppError('precondition_failed', refusalTexts.keepAccountFirst)
  if (isDemoUser(email) || email === caller.email.toLowerCase())
    throw new AppError('invalid_input', 'Enter the new address that you want to use.', { field: 'email' })
  await assertPassword(kernel, auth, input)
  const { token, tokenHash } = newLinkToken()
  const { publicUrl } = kernel.config
  await kernel.db.withTenant(merchantId, async (tx) => {
    const hasAccount = (await findUserByEmail(tx, email)) !== undefined
    await insertEmailChange(tx, { tokenHash, userId, kind: 'change', email, days: LINK_DAYS })
    const mail = { merchantId, kind: 'account' } as const
    const usefulUntil = new Date(kernel.clock.now().getTime() + LINK_DAYS * DAY_MS)
    await queueMail(kernel, tx, {
      ...mail,
      to: email,
      content: hasAccount ? emailInUseMail({ publicUrl }) : newEmailMail({ publicUrl, token }),
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

/**
 * Refuses unless the caller's own password was typed. Wrong ones are counted like those of the auth library's
 * calls.
 */
export async function assertPassword(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db'>,
  auth: Auth,
  { caller, password, origin }: { caller: SignedIn; password: string; origin: Origin },
): Promise<void> {
  const { userId, merchantId, sessionId } = caller
  const counted = await countTry(kernel, { kind: 'password', sessionId })
  if (counted === null)
    throw new AppError('limit_exceeded', refusals.password, { retryAfterSeconds: WAIT_SECONDS })
  const { password: secrets } = await auth.$context
  const hash = await findPassword(kernel.db.directory, userId)
  if (hash !== null && (await secrets.verify({ hash, password }))) return forgetTry(kernel, counted)
  const at = kernel.clock.now()
  await kernel.db.withTenant(merchantId, (tx) =>
    recordAudit(tx, { merchantId, at, event: 'password_refused', origin }),
  )
  throw new AppError('invalid_input', refusalTexts.wrongPassword, { field: 'password' })
}

/** Returns the mail to the new address. */
function newEmailMail(args: { publicUrl: string; token: string }): MailContent {
  return mailContent({
    subject: 'Confirm your new email address',
    paragraphs: [
      'Open this link in a browser where you are signed in to Stockcast. From then on this address is the one you sign in with.',
    ],
    link: { label: 'Confirm new address', url: linkTo(args.publicUrl, '/account/email', args.token) },
    footnote: 'The link works for one day. If you did not ask for this, ignore this email; nothing changes.',
  })
}

/** Returns the mail to a new address that has an account of its own. */
function emailInUseMail({ publicUrl }: { publicUrl: string }): MailContent {
  return mailContent({
    subject: 'This address already has a Stockcast account',
    paragraphs: [
      'Somebody asked to use this address for another Stockcast account. It has one already, so nothing changes.',
      'If this was you, sign in with this address, or choose another one for the other account.',
    ],
    link: { label: 'Sign in', url: `${publicUrl}/auth` },
    footnote: 'If this was not you, you can ignore this email.',
  })
}

/** Returns the mail to the present address, before anything has changed. */
function emailChangeAskedMail(args: { publicUrl: string; email: string }): MailContent {
  return mailContent({
    subject: 'A change of your email address was requested',
    paragraphs: [
      `Somebody with your password asked to use ${args.email} for your Stockcast account. Nothing has changed yet.`,
      'If this was not you, change your password now: that ends every other session.',
    ],
    link: { label: 'Open account settings', url: `${args.publicUrl}/settings?tab=account` },
  })
}
