import { html, raw } from 'hono/html'
import { style } from './style.ts'

type Markup = ReturnType<typeof html>

/** Returns a whole page, marked as belonging to the sandbox. `script` must be trusted code. */
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

/** Returns a page with the reason of a refusal and a remedy. */
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
