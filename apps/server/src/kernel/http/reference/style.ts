import { raw } from 'hono/html'

/** The colours of the web app, light and dark. */
export const style = raw(`
:root { --paper: #fff; --ink: #0f1f1d; --soft: #586966; --line: #e0e7e5; --sunken: #f5f8f7; --accent: #0a6872 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #0f1817; --ink: #e8f0ee; --soft: #b5c3bf; --line: #2c3a37; --sunken: #172220; --accent: #5cc6cb }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1rem 4rem; background: var(--paper); color: var(--ink);
  font: 0.9375rem/1.5 "Geist Variable", system-ui, -apple-system, "Segoe UI", sans-serif }
h1 { font-size: 1.5rem; letter-spacing: -0.022em; margin: 0 0 0.5rem }
h2 { font-size: 1.0625rem; margin: 2rem 0 0.5rem }
h3 { font-size: 0.875rem; margin: 1.25rem 0 0.375rem; overflow-wrap: anywhere }
p { margin: 0 0 0.75rem; max-width: 46rem }
a { color: var(--accent) }
code { font: 0.8125rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere }
small { color: var(--soft); font-weight: 400 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
label { display: block; font-weight: 500; margin-bottom: 0.25rem }
input { width: 100%; max-width: 28rem; min-height: 2.5rem; padding: 0 0.75rem; font: inherit; font-size: 1rem;
  color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 0.375rem }
#found { color: var(--soft); min-height: 1.5rem; margin: 0.25rem 0 0 }
details { border-top: 1px solid var(--line) }
section.group details:last-child { border-bottom: 1px solid var(--line) }
summary { padding: 0.625rem 0.25rem 0.625rem 1.25rem; text-indent: -1rem; cursor: pointer; overflow-wrap: anywhere }
summary:hover { background: var(--sunken) }
.method { display: inline-block; text-indent: 0; min-width: 3.75rem; font-weight: 600; color: var(--accent) }
.path { font-weight: 600; margin-right: 0.375rem }
.title { color: var(--soft) }
.inside { padding: 0 0.25rem 1rem 1.25rem }
.inside > p > a { display: inline-block; min-height: 24px }
.scroll { overflow-x: auto }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem }
th, td { text-align: left; vertical-align: top; padding: 0.3125rem 1rem 0.3125rem 0; border-bottom: 1px solid var(--line) }
thead th { color: var(--soft); font-weight: 500 }
tbody th { font-weight: 400 }
`)
