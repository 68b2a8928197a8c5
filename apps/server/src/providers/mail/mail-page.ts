import { html } from 'hono/html'

export type Html = ReturnType<typeof html>

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** The colours of the app. */
export const INK = '#0f1f1d'
export const QUIET_INK = '#586966'
export const EDGE = '#e0e7e5'
export const ACTION = '#0a6872'

/** Secondary words, in the colour that the dark mode changes too. */
export const QUIET = `color:${QUIET_INK};font-size:13px`

/** Mail programs that know dark mode take these; the others keep the colours of the elements. */
const DARK = `
@media (prefers-color-scheme: dark) {
  .page { background: #0a1110 !important }
  .sheet { background: #0f1817 !important; border-color: #212e2b !important }
  .sheet, .sheet p, .sheet a, .sheet b, .sheet td { color: #e8f0ee !important }
  .sheet .quiet, .sheet .quiet a { color: #8fa09b !important }
  .sheet .item { border-color: #212e2b !important }
  .sheet .frame { background: #172220 !important; border-color: #33433f !important }
  .sheet .button { background: #5cc6cb !important }
  .sheet .button a { color: #0a1110 !important }
}`

/**
 * Returns the one frame of all mails: the name of Stockcast, the shop if it is known, and the blocks. Built from tables with
 * their own colours, because Outlook reads no other layout; it knows no greatest width either, and gets one of its own.
 */
export function mailPage(args: { title: string; shop?: string | null; blocks: readonly Html[] }): string {
  const { title, shop = null, blocks } = args
  const text = `${FONT};font-size:16px;line-height:1.5;color:${INK}`
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root { color-scheme: light dark }${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f5f8f7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f5f8f7" style="background:#f5f8f7"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:600px;background:#ffffff;border:1px solid ${EDGE};border-radius:8px">
<tr><td style="${text};padding:20px 28px 0"><b>Stockcast</b>${shop === null ? '' : html` <span class="quiet" style="color:${QUIET_INK}">for ${shop}</span>`}</td></tr>
<tr><td style="${text};padding:4px 28px 20px;word-break:break-word">
${blocks.map((block) => html`${block}\n`)}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>`)
}

/** Returns a link as a button that Outlook shows with its padding, and its address below, for those who cannot press it. */
export function mailButton({ label, url }: { label: string; url: string }): Html {
  const link = `display:inline-block;padding:12px 20px;color:#ffffff;font-weight:600;text-decoration:none;${FONT};font-size:16px`
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:20px 0 8px"><tr><td class="button" bgcolor="${ACTION}" style="background:${ACTION};border-radius:6px;mso-padding-alt:12px 20px"><a href="${url}" style="${link}">${label}</a></td></tr></table><p class="quiet" style="${QUIET};word-break:break-all">${url}</p>`
}
