import { DAY_MS, INVITATION_DAYS, MAX_TEAM, type MemberRole, type Team } from '@stockcast/contract'
import { mayMailLink, queueMail } from '../../alerts/index.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Caller } from '../../kernel/http/verb-api.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { listTeam } from '../../kernel/people/queries.ts'
import type { Context } from '../../kernel/verb-context.ts'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'
import { linkTo, newLinkToken } from '../auth/send-link.ts'
import { getTeam } from './people.ts'
import { countTeam, deleteInvitation, findInvitation, holdShop, saveInvitation } from './queries.ts'

type InviteContext = Context<'clock' | 'config' | 'jobs' | 'live' | 'log'> & Caller

/**
 * Mails a link with which the reader of this mailbox joins the shop. Whether the address has an account makes no difference
 * to the answer. Inviting an address again replaces its link.
 */
export async function invite(
  context: InviteContext,
  input: { email: string; role: MemberRole },
): Promise<Team> {
  const { clock, merchantId, origin, tx } = context
  const email = input.email.toLowerCase()
  if (isDemoUser(email)) throw new AppError('invalid_input', 'Enter another address.', { field: 'email' })
  await holdShop(tx, merchantId)
  const people = await listTeam(tx, merchantId)
  if (people.some((person) => person.email.toLowerCase() === email))
    throw new AppError('conflict', 'This person already belongs to the shop.', { field: 'email' })
  await sendInvitation(context, { email, role: input.role })
  if ((await countTeam(tx, merchantId)) > MAX_TEAM)
    throw new AppError(
      'limit_exceeded',
      `A shop has at most ${MAX_TEAM} people and open invitations. Remove one first.`,
    )
  const detail = `${email} as ${input.role}`
  await recordAudit(tx, { merchantId, at: clock.now(), event: 'member_invited', origin, detail })
  return getTeam(context, context.caller)
}

/** Mails a new link for an open invitation; the former one ends. */
export async function resendInvitation(context: InviteContext, { id }: { id: number }): Promise<Team> {
  const found = await findInvitation(context.tx, { merchantId: context.merchantId, id })
  if (!found) throw unknownInvitation()
  await sendInvitation(context, found)
  return getTeam(context, context.caller)
}

/** Takes an invitation back. */
export async function revokeInvitation(context: InviteContext, { id }: { id: number }): Promise<Team> {
  const { live, merchantId, tx } = context
  if (!(await deleteInvitation(tx, { merchantId, id }))) throw unknownInvitation()
  await live.publish(tx, merchantId, { type: 'team' })
  return getTeam(context, context.caller)
}

function unknownInvitation(): AppError {
  return new AppError('not_found', 'This invitation is no longer open.')
}

async function sendInvitation(
  context: InviteContext,
  { email, role }: { email: string; role: MemberRole },
): Promise<void> {
  const { clock, config, log, merchantId, tx } = context
  const { token, tokenHash } = newLinkToken()
  const sentAt = clock.now()
  const expiresAt = new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS)
  await saveInvitation(tx, { merchantId, email, role, tokenHash, sentAt, expiresAt })
  const owner = await holdShop(tx, merchantId)
  if (await mayMailLink(context, tx, email)) {
    const content = invitationMail({
      publicUrl: config.publicUrl,
      token: `${merchantId}.${token}`,
      owner: owner?.email ?? '',
      role,
    })
    await queueMail(context, tx, { merchantId, kind: 'account', to: email, content, usefulUntil: expiresAt })
  } else log.warn({ merchantId }, 'no invitation mailed: this address has reached its daily limit')
  await context.live.publish(tx, merchantId, { type: 'team' })
}

/** Returns the merchant and the secret of a mailed token, `<merchant>.<secret>`; null when it has another form. */
export function readInvitationToken(token: string): { merchantId: number; secret: string } | null {
  const [, merchant, secret] = /^(\d{1,15})\.([\w-]{20,100})$/.exec(token) ?? []
  return merchant === undefined || secret === undefined ? null : { merchantId: Number(merchant), secret }
}

export type InviteKernel = Pick<Kernel, 'clock' | 'config' | 'db' | 'jobs' | 'live' | 'log'>

const may: Readonly<Record<MemberRole, string>> = {
  buyer: 'As a buyer you can order, work with suppliers, import files, set products and act on alerts.',
  viewer: 'As a viewer you can see everything and change nothing.',
}

/** Returns the mail to somebody who is invited. It contains nothing that a stranger has written. */
function invitationMail(args: {
  publicUrl: string
  token: string
  owner: string
  role: MemberRole
}): MailContent {
  return mailContent({
    subject: 'You are invited to a shop in Stockcast',
    paragraphs: [
      `${args.owner} invites you to see their shop's stock, forecasts and orders.`,
      may[args.role],
    ],
    link: { label: 'Open the invitation', url: linkTo(args.publicUrl, '/invitation', args.token) },
    footnote: `The link works once, for ${INVITATION_DAYS} days. It costs you nothing. If you do not know the sender, you can ignore this email.`,
  })
}
