import { randomUUID } from 'node:crypto'
import { queueMail, swapRecipients } from '../../alerts/index.ts'
import { type Origin, recordAudit } from '../../kernel/audit/record-audit.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import type { Auth } from '../auth/auth.ts'
import { bindTrial } from '../billing/trial/trial-memory.ts'
import { insertErasure } from '../deletion/queries.ts'
import { sweepErasedAccountTask } from '../deletion/sweep-erased-account.task.ts'
import { assertPassword } from '../email-change/request-email-change.ts'
import { ensureMerchant } from '../merchants/ensure-merchant.ts'
import { isUnconfirmed } from '../queries.ts'
import { deleteMember, findHome, holdMember, holdShop, insertMember, updateOwner } from './queries.ts'

/**
 * Makes a member the owner; the former owner stays as a buyer. A person owns one shop, so the new owner must have none. Their
 * own account, which has nothing in it, is replaced by the shop, and the former owner gets a new one.
 */
export async function handOver(
  kernel: Kernel,
  auth: Auth,
  input: { caller: SignedIn; userId: string; password: string; origin: Origin },
): Promise<void> {
  const { caller, userId, origin } = input
  const { merchantId } = caller
  await assertPassword(kernel, auth, input)
  await kernel.db.withTenant(merchantId, async (tx) => {
    const shop = await holdShop(tx, merchantId)
    if (shop?.ownerId !== caller.userId) throw new AppError('conflict', 'This shop has another owner by now.')
    const next = await holdMember(tx, { merchantId, userId })
    if (!next) throw new AppError('not_found', 'This person does not belong to the shop.')
    const known = await findHome(tx, userId)
    const home = known && (await holdShop(tx, known.merchantId)) && (await findHome(tx, userId))
    if (home === undefined || !home.isMemberOnly)
      throw new AppError(
        'precondition_failed',
        `${next.email} has a shop of their own, and a person can own one shop. Invite another address of theirs.`,
      )
    if (kernel.config.mail.mode === 'live' && (await isUnconfirmed(tx, userId)))
      throw new AppError('precondition_failed', `${next.email} must confirm their email address first.`)
    const at = kernel.clock.now()
    await kernel.jobs.forget(tx, home.merchantId)
    // The user stays, so the sweep of the account that is replaced names nobody.
    const erased = { merchantId: home.merchantId, userId: randomUUID() }
    await insertErasure(tx, { ...erased, at })
    await kernel.jobs.send(sweepErasedAccountTask, erased, { tx })
    await bindTrial(kernel, tx, merchantId)
    await updateOwner(tx, { merchantId, userId, email: next.email.toLowerCase() })
    await bindTrial(kernel, tx, merchantId)
    await deleteMember(tx, { merchantId, userId })
    await insertMember(tx, { merchantId, userId: caller.userId, role: 'buyer', at })
    const former = await holdMember(tx, { merchantId, userId: caller.userId })
    await swapRecipients(tx, { merchantId, former: former!.recipientId, next: next.recipientId, at })
    const detail = next.email
    await recordAudit(tx, { merchantId, at, event: 'owner_changed', origin, detail })
    const content = newOwnerMail({ publicUrl: kernel.config.publicUrl, from: caller.email, to: next.email })
    for (const to of [caller.email, next.email])
      await queueMail(kernel, tx, { merchantId, kind: 'account', to, content })
    await kernel.live.publish(tx, merchantId, { type: 'team' })
  })
  await ensureMerchant(kernel, { id: caller.userId, email: caller.email })
}

/** Returns the mail to both people after a shop got another owner. */
function newOwnerMail(args: { publicUrl: string; from: string; to: string }): MailContent {
  return mailContent({
    subject: 'A shop in Stockcast has a new owner',
    paragraphs: [
      `${args.from} handed the shop over to ${args.to}, who now decides about its team, its plan and its store.`,
      `${args.from} stays in the team as a buyer. The card on file stays until the new owner replaces it.`,
    ],
    link: { label: 'Open the team', url: `${args.publicUrl}/settings?tab=account` },
  })
}
