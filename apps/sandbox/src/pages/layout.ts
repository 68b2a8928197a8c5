import { html, raw } from 'hono/html'

export type Markup = ReturnType<typeof html>

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 14px/1.5 system-ui, sans-serif; }
input, button { font: inherit; padding: 0.3rem 0.6rem; }
label { display: block; margin: 0.5rem 0; }
td label { display: inline; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.3rem; border-bottom: 1px solid; text-align: left; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
iframe { width: 100%; height: 26rem; background: #fff; }
`

/** Returns a whole page, marked as belonging to the sandbox. `script` must be trusted code. */
export function layout(args: { title: string; mark: string; body: Markup; script?: string }): Markup {
  const { title, mark, body, script } = args
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title} · Sandbox</title>
<style>${raw(STYLE)}</style>
<main>
<p><strong>${mark}</strong></p>
${body}
</main>
${script ? html`<script>${raw(script)}</script>` : ''}
</html>`
}
