import { html, raw } from 'hono/html'
import { type ApiDocument, getOperations, type Operation } from './describe-api.ts'
import { type JsonSchema, type SchemaRow, schemaRows, typeOf } from './schema-rows.ts'

type Html = ReturnType<typeof html>

interface Call {
  path: string
  method: string
  operation: Operation
}

/** Renders the document as one page: every call with its input and output, without files from elsewhere. */
export function referencePage(document: ApiDocument, scriptPath: string): Html {
  const calls = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    getOperations(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags?.[0] ?? '')].toSorted(([a], [b]) =>
    a.localeCompare(b),
  )
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${document.info.title}</title><link rel="icon" href="/favicon.svg"><style>${style}</style>
</head>
<body>
<header>
<h1>${document.info.title}</h1>
<p>${inCode(document.info.description ?? '')}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
<form id="search-form" role="search" hidden>
<label for="search">Search calls and fields</label><input id="search" type="search" autocomplete="off">
<p id="found" role="status"></p>
</form>
</header>
<main>${groups.map(([tag, of]) => group(tag, of))}</main>
<script src="${scriptPath}" type="module"></script>
</body>
</html>`
}

function group(tag: string, calls: readonly Call[]): Html {
  return html`<section class="group" aria-labelledby="group-${tag}">
<h2 id="group-${tag}">${tag}</h2>${calls.map(call)}</section>`
}

function call({ path, method, operation }: Call): Html {
  const { operationId, summary, security, parameters = [], requestBody, responses = {} } = operation
  const body = requestBody as { content?: Content } | undefined
  const title = summary ?? ''
  return html`<details class="operation" id="${operationId}">
<summary><code class="method ${method}">${method.toUpperCase()}</code> <code class="path">${path}</code>
<span class="title">${inCode(title)}</span></summary>
<div class="inside">
<p><a href="#${operationId}">Link to this call</a>${security?.length === 0 ? ' · needs no token' : ''}</p>
${table('Parameters', (parameters as Parameter[]).map(parameterRow))}
${body?.content ? content('Request', body.content) : ''}
${Object.entries(responses).map(([status, answer]) =>
  content(
    `${status === 'default' ? 'Otherwise' : status}: ${(answer as Answer).description ?? ''}`,
    (answer as Answer).content ?? {},
  ),
)}
</div>
</details>`
}

type Content = Record<string, { schema?: JsonSchema & { $ref?: string } }>
interface Answer {
  description?: string
  content?: Content
}
interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
}

function parameterRow({ name, in: place, required, schema = {} }: Parameter): SchemaRow {
  const [row] = schemaRows({ properties: { [name]: schema }, required: required ? [name] : [] })
  return { name: `${name} (${place})`, type: row!.type, isRequired: row!.isRequired, notes: row!.notes }
}

function content(title: string, content: Content): Html {
  const parts = Object.entries(content)
  if (parts.length === 0) return html`<h3>${inCode(title)}</h3>`
  return html`${parts.map(([type, { schema = {} }]) => {
    const name = schema.$ref?.split('/').at(-1)
    const kind = name ?? (schema.properties ? '' : typeOf(schema))
    return table(
      `${title} ${type === 'application/json' ? '' : type} ${kind}`.trim(),
      schemaRows(schema),
      true,
    )
  })}`
}

function table(title: string, rows: readonly SchemaRow[], isKept = false): Html | string {
  if (rows.length === 0) return isKept ? html`<h3>${inCode(title)}</h3>` : ''
  return html`<h3>${inCode(title)}</h3>
<div class="scroll" role="region" aria-label="${title.replaceAll('`', '')}" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
<tbody>${rows.map(
    ({ name, type, isRequired, notes }) =>
      html`<tr><th scope="row"><code>${name}</code>${isRequired ? '' : html` <small>optional</small>`}</th><td><code>${type}</code></td><td>${notes}</td></tr>`,
  )}</tbody></table></div>`
}

/** Renders text between backquotes as code. */
function inCode(text: string): (Html | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
}

/** The colours of the web app, light and dark. */
const style = raw(`
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
