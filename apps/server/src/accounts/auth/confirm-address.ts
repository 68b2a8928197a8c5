import { AUTH_PATH } from '@stockcast/contract'
import { createEmailVerificationToken, getSessionFromCtx } from 'better-auth/api'
import { jwtVerify } from 'jose'
import { confirmOwnAddress } from '../../alerts/index.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import { ensureMerchant } from '../merchants/ensure-merchant.ts'
import { confirmByReset, isUnconfirmed } from '../queries.ts'
import { auditUser, getOrigin } from './audit-sign-ins.ts'
import {
  LINK_SECONDS,
  type MailedUser,
  type MailKernel,
  NOT_YOU,
  newResetToken,
  sendLink,
} from './send-link.ts'
import { deleteOtherSessions, forgetTrustedDevices } from './session-queries.ts'

const AFTERWARDS = '/add-payment'

export type ConfirmedUser = MailedUser & { emailVerified: boolean }
type LinkCall = Parameters<typeof getSessionFromCtx>[0]

export function confirmationMail(args: { publicUrl: string; token: string }): MailContent {
  const url = new URL(`${AUTH_PATH}/verify-email`, args.publicUrl)
  url.searchParams.set('token', args.token)
  url.searchParams.set('callbackURL', '/add-payment')
  return mailContent({
    subject: 'Confirm your email address',
    paragraphs: ['Please confirm that this email address is yours.'],
    link: { label: 'Confirm email address', url: url.href },
    footnote: `The link works for one hour. ${NOT_YOU}`,
  })
}

/** Mails the link that confirms the address of an account. */
export async function sendConfirmation(kernel: MailKernel, user: MailedUser): Promise<void> {
  const { secrets, publicUrl } = kernel.config
  const token = await createEmailVerificationToken(secrets[0], user.email, undefined, LINK_SECONDS)
  await sendLink(kernel, user, confirmationMail({ publicUrl, token }))
}

/**
 * Runs before the auth library confirms an address by a mailed link. A browser that is signed in to the
 * account stays signed in, because its user both reads the mail and set the password. Any other browser is
 * redirected to choose a new password, because the present one may belong to somebody who registered another
 * person's address.
 */
export async function assertOwnBrowser(
  kernel: Pick<Kernel, 'clock' | 'config' | 'db' | 'log'>,
  ctx: LinkCall,
): Promise<void> {
  const email = await confirmedBy(String(ctx.query?.token), kernel.config.secrets[0])
  const found = email === null ? null : await ctx.context.internalAdapter.findUserByEmail(email)
  if (!found || found.user.emailVerified) return
  const userId = found.user.id
  const current = await getSessionFromCtx(ctx)
  if (current?.user.id !== userId) {
    const token = await newResetToken(kernel, userId)
    throw ctx.redirect(`/auth/reset?${new URLSearchParams({ token, next: AFTERWARDS })}`)
  }
  const { directory } = kernel.db
  await forgetTrustedDevices(directory, userId)
  await deleteOtherSessions(directory, { userId, sessionId: current.session.id })
  await auditUser(kernel, { userId, event: 'email_confirmed', origin: getOrigin(ctx.headers) })
}

/** Ends what was set up before the address was confirmed. Runs after a mailed link has set a new password. */
export async function confirmThroughReset(kernel: MailKernel, user: ConfirmedUser): Promise<void> {
  if (kernel.config.mail.mode !== 'live' || user.emailVerified) return
  const hadSecondStep = await confirmByReset(kernel.db.directory, user.id)
  if (hadSecondStep) {
    await auditUser(kernel, {
      userId: user.id,
      event: 'two_factor_off',
      origin: { address: null, userAgent: null },
    })
  }
  await confirmOwnAddress(kernel, await ensureMerchant(kernel, user))
}

async function confirmedBy(token: string, secret: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, Buffer.from(secret), { algorithms: ['HS256'] })
    return typeof payload.email === 'string' ? payload.email : null
  } catch {
    return null
  }
}

/** Mails the link that confirms the caller's address again. */
export async function resendConfirmation(
  kernel: MailKernel,
  { userId, email }: SignedIn,
): Promise<{ sent: true }> {
  if (kernel.config.mail.mode !== 'live' || !(await isUnconfirmed(kernel.db.directory, userId)))
    throw new AppError('precondition_failed', 'This email address is already confirmed.')
  await sendConfirmation(kernel, { id: userId, email })
  return { sent: true }
}
