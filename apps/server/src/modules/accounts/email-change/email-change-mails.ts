import { type MailContent, mailContent } from '../../../integrations/mail/index.ts'

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
    footnote: 'The link works for one day. If you did not ask for this, ignore this mail; nothing changes.',
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
