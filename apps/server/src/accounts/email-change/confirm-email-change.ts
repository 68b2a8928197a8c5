import { DAY_MS } from '@stockcast/contract'
import { queueMail } from '../../alerts/index.ts'
import { type Origin, recordAudit } from '../../kernel/audit/record-audit.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import { hashLinkToken, linkTo, newLinkToken, newResetToken } from '../auth/send-link.ts'
import { forgetTrustedDevices } from '../auth/session-queries.ts'
import { followEmailTask } from '../billing/provider/follow-email.task.ts'
import { bindTrial } from '../billing/trial/trial-memory.ts'
import { findMerchantOfUser, findUserByEmail } from '../queries.ts'
import {
  endAccess,
  findEmailChangeUser,
  findEmailOfUser,
  insertEmailChange,
  takeEmailChange,
  updateEmail,
} from './queries.ts'
import { emailTaken } from './request-email-change.ts'

const UNDO_DAYS = 7

/**
 * Changes the address with the link that was mailed to it, only for a caller who is signed in to the account,
 * because a mistyped address must not give the account to its owner. The former address gets a link that
 * restores it.
 */
export async function confirmEmailChange(
  kernel: Kernel,
  { caller, token, origin }: { caller: SignedIn; token: string; origin: Origin },
): Promise<{ email: string }> {
  const { userId, merchantId } = caller
  const undo = newLinkToken()
  const email = await kernel.db.withTenant(merchantId, async (tx) => {
    const taken = await takeEmailChange(tx, { tokenHash: hashLinkToken(token), kind: 'change' })
    const former = taken?.userId === userId ? await findEmailOfUser(tx, userId) : undefined
    if (!taken || former === undefined)
      throw new AppError(
        'not_found',
        'This link is no longer valid. Change the address again in Settings, Account.',
      )
    if (await findUserByEmail(tx, taken.email)) throw emailTaken()
    await bindTrial(kernel, tx, merchantId)
    await updateEmail(tx, { userId, merchantId, email: taken.email })
    await bindTrial(kernel, tx, merchantId)
    await insertEmailChange(tx, {
      tokenHash: undo.tokenHash,
      userId,
      kind: 'undo',
      email: former,
      days: UNDO_DAYS,
    })
    const content = emailChangedMail({
      publicUrl: kernel.config.publicUrl,
      token: undo.token,
      email: taken.email,
    })
    const usefulUntil = new Date(kernel.clock.now().getTime() + UNDO_DAYS * DAY_MS)
    await queueMail(kernel, tx, { merchantId, kind: 'account', to: former, content, usefulUntil })
    await kernel.jobs.send(followEmailTask, { merchantId }, { tx })
    await recordAudit(tx, { merchantId, at: kernel.clock.now(), event: 'email_changed', origin })
    return taken.email
  })
  // Links for a new password were mailed to the former address.
  await forgetTrustedDevices(kernel.db.directory, userId)
  return { email }
}

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
    const hadSecondStep = await endAccess(tx, taken)
    await kernel.jobs.send(followEmailTask, { merchantId }, { tx })
    await recordAudit(tx, { merchantId, at: kernel.clock.now(), event: 'email_change_undone', origin })
    if (hadSecondStep) {
      await recordAudit(tx, { merchantId, at: kernel.clock.now(), event: 'two_factor_off', origin })
    }
  })
  return { token: await newResetToken(kernel, userId) }
}

function unusable(): AppError {
  return new AppError('not_found', 'This link is no longer valid. Reset your password if you cannot sign in.')
}

/** Returns the mail to the former address, once another one is in use. */
function emailChangedMail(args: { publicUrl: string; token: string; email: string }): MailContent {
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
