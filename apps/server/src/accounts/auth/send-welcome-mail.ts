import { PRO_PRICE_CENTS, TRIAL_DAYS } from '@stockcast/contract'
import { queueMail } from '../../alerts/index.ts'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import { trialDaysRemaining } from '../billing/account.ts'
import { claimWelcomeMail } from '../queries.ts'

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
