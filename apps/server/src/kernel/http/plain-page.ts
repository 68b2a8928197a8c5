import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/**
 * Returns a page with one question or answer for people who follow a link in a message: no script, no
 * session, light or dark.
 */
export function plainPage(title: string, body: Html) {
  return html`<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <meta name="referrer" content="same-origin">
  <title>${title} · Stockcast</title>
  <style>
    :root {
      color-scheme: light dark;
      --ground: light-dark(#f5f8f7, #0a1110); --sheet: light-dark(#fff, #0f1817); --edge: light-dark(#e0e7e5, #212e2b);
      --ink: light-dark(#0f1f1d, #e8f0ee); --quiet: light-dark(#586966, #8fa09b); --act: light-dark(#0a6872, #5cc6cb);
      --on-act: light-dark(#fff, #0a1110);
      font: 16px/1.5 system-ui, sans-serif;
    }
    * { box-sizing: border-box }
    body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink) }
    main { width: min(440px, 100%); padding: 28px 24px; background: var(--sheet); border: 1px solid var(--edge); border-radius: 12px }
    .brand { margin: 0 0 20px; font-weight: 650; font-size: 14px; color: var(--quiet) }
    h1 { margin: 0 0 8px; font-size: 22px; line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere }
    p { margin: 0 0 16px; overflow-wrap: anywhere }
    .quiet { color: var(--quiet); font-size: 14px; margin: 16px 0 0 }
    label { display: block; margin: 0 0 16px; font-weight: 550 }
    input { display: block; width: 100%; margin-top: 4px; padding: 10px 12px; font: inherit; font-weight: 400; color: inherit; background: var(--ground); border: 1px solid light-dark(#7f8e8a, #667872); border-radius: 8px }
    button { width: 100%; min-height: 44px; padding: 10px 18px; font: inherit; font-weight: 600; color: var(--on-act); background: var(--act); border: 0; border-radius: 8px; cursor: pointer }
    a { color: var(--act) }
    .fault { color: light-dark(#b3280f, #ff8b70) }
    :focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
  </style>
</head>
<body><main><p class="brand">Stockcast</p><h1>${title}</h1>${body}</main></body>
</html>`
}
