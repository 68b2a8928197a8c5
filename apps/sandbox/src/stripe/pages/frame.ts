import { html } from 'hono/html'
import { layout } from '../../pages/layout.ts'
import { cardScript } from './card-form.ts'

type Markup = ReturnType<typeof html>

/** A page of the payment provider, marked as what it is. */
export function frame(args: {
  title: string
  body: Markup
  back: { href: string; label: string } | null
}): Markup {
  const { title, body, back } = args
  return layout({
    title,
    script: cardScript,
    body: html`<main class="dialog">
      <p class="mark">Test payments: no real card</p>
      ${body}
      ${back ? html`<p class="back"><a href="${back.href}">${back.label}</a></p>` : ''}
    </main>`,
  })
}

/** Returns a page that says that nothing is left to do, with a link back. */
export function closedPage(title: string, reason: string, back: string | null): Markup {
  return frame({
    title,
    body: html`<h1>${title}</h1><p>${reason}</p>`,
    back: back === null ? null : { href: back, label: 'Back to Stockcast' },
  })
}
