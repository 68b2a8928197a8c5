import { html, raw } from 'hono/html'
import { style } from './style.ts'

type Markup = ReturnType<typeof html>

/** A whole page, marked as the sandbox's. `script` is trusted code of ours. */
export function layout(args: { title: string; body: Markup; script?: string }): Markup {
  const { title, body, script } = args
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} · Sandbox</title>
<style>${raw(style)}</style>
</head>
<body>
${body}
${script ? html`<script>${raw(script)}</script>` : ''}
</body>
</html>`
}

/** A page that says why something was refused and what to do about it. */
export function refusalPage(title: string, reason: string): Markup {
  return layout({
    title,
    body: html`<main class="dialog">
      <p class="mark">Sandbox: not Shopify</p>
      <h1>${title}</h1>
      <p>${reason}</p>
    </main>`,
  })
}
