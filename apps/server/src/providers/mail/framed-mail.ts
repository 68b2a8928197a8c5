import { html } from 'hono/html'
import { getLine, getLines, quoted, withoutLinks } from '../../kernel/texts/foreign-text.ts'
import type { MailContent } from './mail-content.ts'
import { mailPage, QUIET, QUIET_INK } from './mail-page.ts'

const MAX_SUBJECT_CHARACTERS = 100
const RULE = '-'.repeat(60)

export interface FramedMail {
  /** What the mail is, in our words: "Purchase order PO-0007". */
  about: string
  author: { name: string; email: string }
  /** The author's words after the beginning of the subject; may be empty. */
  subject: string
  /** The author's text. */
  text: string
  /** Opens the page where the recipient reports and stops these mails. */
  stopUrl: string
}

/** Returns the words with which the subject begins: "Purchase order PO-0007 from “Acme”". */
export function framedSubject({ about, author }: Pick<FramedMail, 'about' | 'author'>): string {
  return `${about} from ${quoted(withoutLinks(author.name))}`
}

/**
 * Builds a mail whose text somebody else has written, to somebody who did not ask for it. It cannot be taken for a mail of
 * ours: the subject begins with our words, the text stands in a frame that names its author, and nothing in it is a link.
 */
export function framedMail(mail: FramedMail): MailContent {
  const { about, author, stopUrl } = mail
  const name = quoted(withoutLinks(author.name))
  const words = getLine(withoutLinks(mail.subject), MAX_SUBJECT_CHARACTERS)
  const subject = `${framedSubject(mail)}${words === '' ? '' : `: ${words}`}`
  const lines = getLines(withoutLinks(getLines(mail.text).join('\n')))
  const intro = `${name} has sent you ${about.charAt(0).toLowerCase()}${about.slice(1)} through Stockcast, an inventory service. The text in the frame is theirs, not ours. Replies go to ${author.email}.`
  const ask = 'Don’t know the sender, or don’t want these emails?'
  const promise = 'Stockcast never asks you for a password in an email like this.'
  const text = [
    intro,
    '',
    RULE,
    ...lines.map((line) => `| ${line}`.trimEnd()),
    RULE,
    '',
    `${ask} Report and stop them:`,
    stopUrl,
    '',
    promise,
    '',
  ]
  const frame = 'padding:2px 16px;border:1px solid #c8d2cf;border-left:6px solid #7f8e8a;background:#f5f8f7'
  const page = mailPage({
    title: subject,
    blocks: [
      html`<p class="quiet" style="${QUIET}">${intro}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="frame" bgcolor="#f5f8f7" style="${frame}"><div dir="auto">
<p class="quiet" style="${QUIET}">Written by ${name}:</p>
${lines
  .join('\n')
  .split('\n\n')
  .map((paragraph) => html`<p style="white-space:pre-line">${paragraph}</p>\n`)}</div></td></tr></table>
<p class="quiet" style="${QUIET}">${ask} <a href="${stopUrl}" style="color:${QUIET_INK}">Report and stop them</a>. ${promise}</p>`,
    ],
  })
  return { subject, text: text.join('\n'), html: page }
}
