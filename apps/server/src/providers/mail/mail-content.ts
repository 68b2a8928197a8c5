import { html } from 'hono/html'
import { getLine, withoutLinks } from '../../kernel/texts/foreign-text.ts'
import { type Html, mailButton, mailPage, QUIET } from './mail-page.ts'

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
              html`<p class="quiet" style="${QUIET}"><a href="${stop.url}" style="color:#5c5c5c">${stop.label}</a></p>`,
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
  const name = html`<a href="${url}" style="color:#1b1b1b;font-weight:600">${title}</a>`
  const actions = links.map(
    (link, i) =>
      html`${i === 0 ? html`<br>` : html` &middot; `}<a href="${link.url}" style="color:#1b1b1b;white-space:nowrap">${link.label}</a>`,
  )
  const rest = lines.map((line) => html`<br>${line}`)
  return html`<p class="item" style="border-top:1px solid #dddddd;padding-top:12px">${name}${rest}${actions}</p>`
}
