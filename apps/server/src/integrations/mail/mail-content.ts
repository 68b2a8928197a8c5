import { html } from 'hono/html'

type Html = ReturnType<typeof html>

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
}): MailContent {
  const { subject, paragraphs, items = [], link, footnote } = args
  const after = args.afterItems === undefined ? [] : [args.afterItems]
  const notes = footnote === undefined ? [] : [footnote]
  const linkLines = link === undefined ? [] : [`${link.label}:\n${link.url}`]
  return {
    subject: oneLine(subject),
    text: `${[...paragraphs, ...items.map(itemText), ...after, ...linkLines, ...notes, 'Stockcast'].join('\n\n')}\n`,
    html: page(subject, [
      ...paragraphs.map(paragraph),
      ...items.map(itemHtml),
      ...after.map(paragraph),
      ...(link === undefined ? [] : [button(link)]),
      ...notes.map((note) => html`<p style="color:#5c5c5c;font-size:13px">${note}</p>`),
    ]),
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
      html`${i === 0 ? html`<br>` : html` &middot; `}<a href="${link.url}" style="color:#1b1b1b">${link.label}</a>`,
  )
  const rest = lines.map((line) => html`<br>${line}`)
  return html`<p style="border-top:1px solid #dddddd;padding-top:12px">${name}${rest}${actions}</p>`
}

function button({ label, url }: { label: string; url: string }): Html {
  const style =
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1b1b1b;color:#ffffff;text-decoration:none'
  return html`<p><a href="${url}" style="${style}">${label}</a></p><p style="font-size:13px;word-break:break-all">${url}</p>`
}

function page(title: string, blocks: readonly Html[]): string {
  const style =
    'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1b1b1b;max-width:560px'
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body style="${style}">
${blocks.map((block) => html`${block}\n`)}<p style="color:#5c5c5c">Stockcast</p>
</body></html>`)
}
