import { endpoint } from '@stockcast/contract'
import { z } from 'zod'
import { type Api, createApi } from '../api.ts'
import type { Mounts } from '../mounts.ts'
import { describeApi } from './describe-api.ts'
import { referencePage } from './page.ts'

export const DOCUMENT_PATH = '/api/openapi.json'
const PAGE_PATH = '/docs/api'
const SCRIPT_PATH = '/docs/api-search.js'

const apiDocument = endpoint('GET', DOCUMENT_PATH, {
  role: 'anyone',
  summary: 'This description',
  answer: z.object({ openapi: z.string() }).loose(),
  description: 'An OpenAPI 3.1 document',
})

/** Creates the routes with the description of the API for programs and as a page for people. */
export function createReferenceRoutes(mounts: Mounts): Api {
  const routes = createApi()
  const document = once(() => describeApi({ ...mounts, open: [...mounts.open, { path: '/', routes }] }))
  const page = once(() => referencePage(document(), SCRIPT_PATH))
  routes.serve(apiDocument, () => ({ ...document() }))
  routes.get(PAGE_PATH, (c) => c.html(page()))
  routes.get(SCRIPT_PATH, (c) =>
    c.body(searchScript, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  return routes
}

/** Computes a value once, because the routes never change while the server runs. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/**
 * Runs on the page of the reference: hides calls that do not contain the words typed, and opens the call that
 * the address names.
 */
const searchScript = `
const field = document.querySelector('#search')
const found = document.querySelector('#found')
const operations = [...document.querySelectorAll('details.operation')]
const texts = operations.map((each) => each.textContent.toLowerCase())

function search() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean)
  operations.forEach((each, at) => { each.hidden = !words.every((word) => texts[at].includes(word)) })
  for (const group of document.querySelectorAll('section.group')) {
    group.hidden = [...group.querySelectorAll('details.operation')].every((each) => each.hidden)
  }
  const left = operations.filter((each) => !each.hidden).length
  found.textContent = words.length === 0 ? '' : left + (left === 1 ? ' call found' : ' calls found')
}

function openNamed() {
  const named = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null
  if (!(named instanceof HTMLDetailsElement)) return
  field.value = ''
  search()
  named.open = true
  named.scrollIntoView()
}

field.addEventListener('input', search)
addEventListener('hashchange', openNamed)
const form = document.querySelector('#search-form')
form.addEventListener('submit', (event) => event.preventDefault())
form.hidden = false
openNamed()
`
