import { html } from 'hono/html'
import { getLine, withoutLinks } from '../../kernel/texts/foreign-text.ts'
import { ACTION, EDGE, type Html, INK, mailButton, mailPage, QUIET, QUIET_INK } from './mail-page.ts'

const MAX_SHOP_CHARACTERS = 60

export interface MailContent {
  subject: string
  text: string
  html: string
}

/** An entry of a list: a name that is a link, lines about it, and links to act on it. */
export interface MailItem {
  title: string
  url: string
  lines: readonly string[]
  links: readonly { label: string; url: string }[]
}

/**
 * Builds a mail of plain paragraphs, a list, and at most one link shown as a button. All texts are escaped
 * here.
 */
export function mailContent(args: {
  subject: string
  paragraphs: readonly string[]
  items?: readonly MailItem[]
  afterItems?: string
  link?: { label: string; url: string }
  footnote?: string
  /** Stands behind the footnote. */
  stop?: { label: string; url: string }
  /** The name of the shop that the mail is about, as its merchant wrote it. */
  shop?: string | null
}): MailContent {
  const { subject, paragraphs, items = [], link, footnote, stop } = args
  const shop = args.shop == null ? null : getLine(withoutLinks(args.shop), MAX_SHOP_CHARACTERS)
  const from = shop === null ? 'Stockcast' : `Stockcast for ${shop}`
  const after = args.afterItems === undefined ? [] : [args.afterItems]
  const notes = footnote === undefined ? [] : [footnote]
  const stopLines = stop === undefined ? [] : [`${stop.label}: ${stop.url}`]
  const linkLines = link === undefined ? [] : [`${link.label}:\n${link.url}`]
  return {
    subject: oneLine(subject),
    text: `${[...paragraphs, ...items.map(itemText), ...after, ...linkLines, ...notes, ...stopLines, from].join('\n\n')}\n`,
    html: mailPage({
      title: subject,
      shop,
      blocks: [
        ...paragraphs.map(paragraph),
        ...items.map(itemHtml),
        ...after.map(paragraph),
        ...(link === undefined ? [] : [mailButton(link)]),
        ...notes.map((note) => html`<p class="quiet" style="${QUIET}">${note}</p>`),
        ...(stop === undefined
          ? []
          : [
              html`<p class="quiet" style="${QUIET}"><a href="${stop.url}" style="color:${QUIET_INK}">${stop.label}</a></p>`,
            ]),
      ],
    }),
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function paragraph(text: string): Html {
  return html`<p>${text}</p>`
}

function itemText({ title, lines, links }: MailItem): string {
  return [title, ...lines, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n')
}

function itemHtml({ title, url, lines, links }: MailItem): Html {
  const name = html`<a href="${url}" style="color:${INK};font-weight:600">${title}</a>`
  const actions = links.map(
    (link, i) =>
      html`${i === 0 ? html`<br>` : html`&emsp;`}<a href="${link.url}" style="display:inline-block;padding:10px 0;color:${ACTION};white-space:nowrap">${link.label}</a>`,
  )
  const rest = lines.map((line) => html`<br>${line}`)
  return html`<p class="item" style="border-top:1px solid ${EDGE};padding-top:12px">${name}${rest}${actions}</p>`
}
