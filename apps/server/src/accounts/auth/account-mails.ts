import { AUTH_PATH, HOUR_SECONDS, PRO_PRICE_CENTS, TRIAL_DAYS } from '@stockcast/contract'
import { queueMail } from '../../alerts/index.ts'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import { trialDaysRemaining } from '../billing/account.ts'
import { claimWelcomeMail } from '../queries.ts'

/** How long the links in these mails work. */
export const LINK_SECONDS = HOUR_SECONDS

const NOT_YOU = 'If this was not you, you can ignore this email: nothing changes unless the link is used.'

/**
 * Returns the welcome mail. It greets by the part of the address before the @, never by a name that somebody
 * typed. `trialDays` are the days left, which are fewer than a whole trial where an account was deleted
 * before.
 */
function welcomeMail(args: { email: string; publicUrl: string; trialDays: number }): MailContent {
  const { email, publicUrl, trialDays } = args
  const price = `$${PRO_PRICE_CENTS / 100} a month`
  const does =
    'Stockcast reads its stock and sales, forecasts demand and tells you what will run out, and what to order by when.'
  return mailContent({
    subject: 'Welcome to Stockcast',
    paragraphs: [
      `Hello ${email.split('@')[0]},`,
      `${trialWords(trialDays)} Connect your store, and ${does}`,
      trialDays > 0 ? `The trial costs nothing. After it, the Pro Plan is ${price}.` : `It is ${price}.`,
    ],
    link: { label: 'Connect your store', url: `${publicUrl}/connect-shopify` },
  })
}

function trialWords(days: number): string {
  if (days >= TRIAL_DAYS) return `Your ${TRIAL_DAYS}-day trial has begun.`
  if (days > 0) return `Your trial continues, with ${days === 1 ? '1 day' : `${days} days`} left.`
  return 'An earlier account used the free trial, so you need the Pro Plan now.'
}

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

export function resetMail(args: { publicUrl: string; token: string }): MailContent {
  const url = new URL('/auth/reset', args.publicUrl)
  url.searchParams.set('token', args.token)
  return mailContent({
    subject: 'Choose a new password',
    paragraphs: ['Somebody, probably you, asked to choose a new password for this Stockcast account.'],
    link: { label: 'Choose a new password', url: url.href },
    footnote: `The link works once and expires in one hour. ${NOT_YOU}`,
  })
}

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

function linkTo(publicUrl: string, path: string, token: string): string {
  const url = new URL(path, publicUrl)
  url.searchParams.set('token', token)
  return url.href
}

/** Returns the mail to the new address. */
export function newEmailMail(args: { publicUrl: string; token: string }): MailContent {
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
export function emailInUseMail({ publicUrl }: { publicUrl: string }): MailContent {
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
export function emailChangeAskedMail(args: { publicUrl: string; email: string }): MailContent {
  return mailContent({
    subject: 'A change of your email address was requested',
    paragraphs: [
      `Somebody with your password asked to use ${args.email} for your Stockcast account. Nothing has changed yet.`,
      'If this was not you, change your password now: that ends every other session.',
    ],
    link: { label: 'Open account settings', url: `${args.publicUrl}/settings?tab=account` },
  })
}

/** Returns the mail to the former address, once another one is in use. */
export function emailChangedMail(args: { publicUrl: string; token: string; email: string }): MailContent {
  return mailContent({
    subject: 'Your email address was changed',
    paragraphs: [
      `Your Stockcast account now uses ${args.email}. If this was you, there is nothing to do.`,
      'If it was not you, put this address back. That signs everybody out and lets you choose a new password.',
    ],
    link: { label: 'Undo the change', url: linkTo(args.publicUrl, '/auth/undo-email', args.token) },
    footnote: 'The link works once, for seven days.',
  })
}
