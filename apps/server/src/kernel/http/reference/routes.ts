import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { paths } from '@stockcast/contract'
import { z } from 'zod'
import { createApi } from '../api.ts'
import type { AppEnv } from '../context.ts'
import type { Mounts } from '../mounts.ts'
import { type ApiDocument, describeApi } from './describe-api.ts'
import { referencePage } from './page.ts'
import { searchScript } from './search-script.ts'

export const DOCUMENT_PATH = paths.apiDocument
const PAGE_PATH = '/docs/api'
const SCRIPT_PATH = '/docs/api-search.js'

const openApi = createRoute({
  method: 'get',
  path: DOCUMENT_PATH,
  summary: 'This description',
  responses: {
    200: {
      description: 'An OpenAPI 3.1 document',
      content: { 'application/json': { schema: z.object({ openapi: z.string() }).loose() } },
    },
  },
})

/** Creates the routes with the description of the API for programs and as a page for people. */
export function createReferenceRoutes(mounts: Mounts): OpenAPIHono<AppEnv> {
  const routes = createApi()
  const document = once(() => describeApi({ ...mounts, open: [...mounts.open, { path: '/', routes }] }))
  const page = once(() => referencePage(document(), SCRIPT_PATH))
  routes.openapi(openApi, (c) => c.json(document() as ApiDocument & Record<string, unknown>, 200))
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
