import { INVITATION_DAYS, type MemberRole } from '@stockcast/contract'
import { type MailContent, mailContent } from '../../providers/mail/mail-content.ts'

const may: Readonly<Record<MemberRole, string>> = {
  buyer: 'As a buyer you can order, work with suppliers, import files, set products and act on alerts.',
  viewer: 'As a viewer you can see everything and change nothing.',
}

/** Returns the mail to somebody who is invited. It contains nothing that a stranger has written. */
export function invitationMail(args: {
  publicUrl: string
  token: string
  owner: string
  role: MemberRole
}): MailContent {
  const url = new URL('/invitation', args.publicUrl)
  url.searchParams.set('token', args.token)
  return mailContent({
    subject: 'You are invited to a shop in Stockcast',
    paragraphs: [
      `${args.owner} invites you to see their shop's stock, forecasts and orders.`,
      may[args.role],
    ],
    link: { label: 'Open the invitation', url: url.href },
    footnote: `The link works once, for ${INVITATION_DAYS} days. It costs you nothing. If you do not know the sender, you can ignore this email.`,
  })
}

export function removedMail({ publicUrl, owner }: { publicUrl: string; owner: string }): MailContent {
  return mailContent({
    subject: 'You no longer belong to a shop in Stockcast',
    paragraphs: [`${owner} removed you from their shop. Your account and your other shops stay as they are.`],
    link: { label: 'Open Stockcast', url: publicUrl },
  })
}

/** Returns the mail to both people after a shop got another owner. */
export function newOwnerMail(args: { publicUrl: string; from: string; to: string }): MailContent {
  return mailContent({
    subject: 'A shop in Stockcast has a new owner',
    paragraphs: [
      `${args.from} handed the shop over to ${args.to}, who now decides about its team, its plan and its store.`,
      `${args.from} stays in the team as a buyer. The card on file stays until the new owner replaces it.`,
    ],
    link: { label: 'Open the team', url: `${args.publicUrl}/settings?tab=account` },
  })
}
