export interface MailContent {
  subject: string
  text: string
  html: string
}

/** Plain paragraphs, and at most one link that reads as a button. Texts are escaped here, once. */
export function mailContent(args: {
  subject: string
  paragraphs: readonly string[]
  link?: { label: string; url: string }
  footnote?: string
}): MailContent {
  const { subject, paragraphs, link, footnote } = args
  const notes = footnote === undefined ? [] : [footnote]
  const linkLines = link === undefined ? [] : [`${link.label}:\n${link.url}`]
  return {
    subject: oneLine(subject),
    text: `${[...paragraphs, ...linkLines, ...notes, 'Stockcast'].join('\n\n')}\n`,
    html: page(subject, [
      ...paragraphs.map(paragraph),
      ...(link === undefined ? [] : [button(link)]),
      ...notes.map((note) => `<p style="color:#5c5c5c;font-size:13px">${escapeHtml(note)}</p>`),
    ]),
  }
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

function button(link: { label: string; url: string }): string {
  const url = escapeHtml(link.url)
  const style =
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#1b1b1b;color:#ffffff;text-decoration:none'
  return `<p><a href="${url}" style="${style}">${escapeHtml(link.label)}</a></p><p style="font-size:13px;word-break:break-all">${url}</p>`
}

function page(title: string, blocks: readonly string[]): string {
  const style =
    'font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1b1b1b;max-width:560px'
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    `<body style="${style}">`,
    ...blocks,
    '<p style="color:#5c5c5c">Stockcast</p>',
    '</body></html>',
  ].join('\n')
}
