import type { MemberRole, Team } from '@stockcast/contract'
import { queueMail, removeRecipient } from '../../alerts/index.ts'
import { deviceWords } from '../../kernel/audit/list-activity.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Caller } from '../../kernel/http/verb-api.ts'
import { listTeam } from '../../kernel/people/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { endReports } from '../../ordering/index.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import {
  deleteMember,
  holdMember,
  holdShop,
  listInvitations,
  listShopSessions,
  signOutMember,
  updateRole,
} from './queries.ts'

/** Returns who belongs to the shop. Invitations, and where others are signed in, are for the owner. */
export async function getTeam(
  { clock, config, merchantId, tx }: Context<'clock' | 'config'>,
  caller: SignedIn,
): Promise<Team> {
  const isOwner = caller.role === 'owner'
  const people = await listTeam(tx, merchantId)
  const sessions = await listShopSessions(tx, merchantId)
  const invitations = isOwner ? await listInvitations(tx, merchantId) : []
  return {
    people: people.map(({ joinedAt, hasOwnShop, isConfirmed, recipientId: _, ...person }) => {
      const isYou = person.userId === caller.userId
      const devices = sessions
        .filter(({ userId }) => (isOwner || isYou) && userId === person.userId)
        .map(({ userAgent, signedInAt, lastSeenAt }) => ({
          device: deviceWords(userAgent),
          signedInAt: signedInAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        }))
      const isWaiting = config.mail.mode === 'live' && !isConfirmed
      const noOwnerBecause = hasOwnShop ? 'has_own_shop' : isWaiting ? 'unconfirmed' : null
      return {
        ...person,
        isYou,
        joinedAt: joinedAt?.toISOString() ?? null,
        devices,
        noOwnerBecause: isOwner && person.role !== 'owner' ? noOwnerBecause : null,
      }
    }),
    invitations: invitations.map(({ sentAt, expiresAt, ...invitation }) => ({
      ...invitation,
      sentAt: sentAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isExpired: expiresAt <= clock.now(),
    })),
  }
}

type ChangeContext = Context<'clock' | 'config' | 'jobs' | 'live'> & Caller

/** Gives a member another role, as of their next request. */
export async function changeRole(
  context: ChangeContext,
  { userId, role }: { userId: string; role: MemberRole },
): Promise<Team> {
  const { clock, live, merchantId, origin, tx } = context
  const shop = await holdShop(tx, merchantId)
  if (shop?.ownerId === userId)
    throw new AppError('precondition_failed', 'The owner has no other role. Hand the shop over instead.')
  const member = await holdMember(tx, { merchantId, userId })
  if (!member) throw unknownMember()
  if (member.role === role) return getTeam(context, context.caller)
  await updateRole(tx, { merchantId, userId, role })
  const detail = `${member.email} as ${role}`
  await recordAudit(tx, { merchantId, at: clock.now(), event: 'member_role_changed', origin, detail })
  await live.publish(tx, merchantId, { type: 'team' })
  return getTeam(context, context.caller)
}

/** Signs a member out of the shop wherever they are signed in, as of their next request. They may sign in again. */
export async function signOutPerson(context: ChangeContext, { userId }: { userId: string }): Promise<Team> {
  const { clock, live, merchantId, origin, tx } = context
  const member = await holdMember(tx, { merchantId, userId })
  if (!member) throw unknownMember()
  await signOutMember(tx, { merchantId, userId: member.userId })
  const detail = member.email
  await recordAudit(tx, { merchantId, at: clock.now(), event: 'member_signed_out', origin, detail })
  await live.publish(tx, merchantId, { type: 'team' })
  return getTeam(context, context.caller)
}

/**
 * Removes a member, or has the caller leave. Their next request is refused, and their live streams end at once. What they did
 * stays, and what was to be sent to them is not sent.
 */
export async function removeMember(context: ChangeContext, { userId }: { userId: string }): Promise<void> {
  const { caller, clock, config, merchantId, origin, tx } = context
  const isLeaving = caller.userId === userId
  if (!isLeaving && caller.role !== 'owner')
    throw new AppError('forbidden', 'Only the owner of this shop can do this.')
  const shop = await holdShop(tx, merchantId)
  if (shop?.ownerId === userId)
    throw new AppError(
      'precondition_failed',
      'The owner cannot leave. Hand the shop over first, or delete the account.',
    )
  const member = await holdMember(tx, { merchantId, userId })
  if (!member) throw unknownMember()
  await endMembership(context, member)
  const event = isLeaving ? 'member_left' : 'member_removed'
  await recordAudit(tx, { merchantId, at: clock.now(), event, origin, detail: member.email })
  if (isLeaving) return
  const content = removedMail({ publicUrl: config.publicUrl, owner: shop?.email ?? '' })
  await queueMail(context, tx, { merchantId, kind: 'account', to: member.email, content })
}

/** Ends a membership with its sessions, streams and messages. */
export async function endMembership(
  { clock, live, merchantId, tx }: Context<'clock' | 'live'>,
  { userId, recipientId }: { userId: string; recipientId: number },
): Promise<void> {
  await deleteMember(tx, { merchantId, userId })
  await removeRecipient(tx, { merchantId, recipientId, at: clock.now() })
  await endReports(tx, { merchantId, userId })
  await live.publish(tx, merchantId, { type: 'team' })
}

function unknownMember(): AppError {
  return new AppError('not_found', 'This person does not belong to the shop.')
}

function removedMail({ publicUrl, owner }: { publicUrl: string; owner: string }): MailContent {
  return mailContent({
    subject: 'You no longer belong to a shop in Stockcast',
    paragraphs: [`${owner} removed you from their shop. Your account and your other shops stay as they are.`],
    link: { label: 'Open Stockcast', url: publicUrl },
  })
}
