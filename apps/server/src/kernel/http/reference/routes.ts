import { endpoint } from '@stockcast/contract'
import { z } from 'zod'
import { type Api, createApi } from '../api.ts'
import type { Mounts } from '../mounts.ts'
import { describeApi } from './describe-api.ts'
import { referencePage } from './page.ts'
import { searchScript } from './search-script.ts'

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
