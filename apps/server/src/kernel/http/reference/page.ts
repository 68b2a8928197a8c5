import { html } from 'hono/html'
import { type ApiDocument, getOperations, type Operation } from './describe-api.ts'
import { type JsonSchema, type SchemaRow, schemaRows, typeOf } from './schema-rows.ts'
import { style } from './style.ts'

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
