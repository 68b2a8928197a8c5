import { createDomains } from '../../../apps/server/src/domains.ts'
import { createApp } from '../../../apps/server/src/kernel/http/app.ts'
import type { JsonSchema } from '../../../apps/server/src/kernel/http/reference/schema-rows.ts'
import { sampleBody } from '../../../apps/server/src/testing/bad-values.ts'
import { type Operation, readOperations } from '../../../apps/server/src/testing/fuzz/operations.ts'
import { createTestKernel } from '../../../apps/server/src/testing/test-kernel.ts'
import { readDocument } from '../../launch/services.ts'

/** `json`: bodies by the schema; `any`: files, forms and whatever else a body can be. */
type Takes = 'nothing' | 'json' | 'any'

export interface Route {
  method: string
  /** With parameters as `{name}`. */
  path: string
  takes: Takes
  body: JsonSchema | null
  parameters: string[]
  /** Queries that the route accepts: one for each value of its kinds. */
  queries: string[]
}

/** What the API description leaves out: webhooks, links in messages, pages and files, and calls of other methods. */
const others: Readonly<Record<string, Takes>> = {
  'POST /webhooks/shopify': 'json',
  'POST /webhooks/stripe': 'json',
  'POST /webhooks/twilio/status': 'any',
  'POST /webhooks/twilio/inbound': 'any',
  'GET /act/{token}': 'nothing',
  'POST /act/{token}': 'any',
  'GET /u/{token}': 'nothing',
  'POST /u/{token}': 'any',
  'GET /stop/{token}': 'nothing',
  'POST /stop/{token}': 'any',
  'GET /confirm/{token}': 'nothing',
  'POST /confirm/{token}': 'any',
  'GET /report/{token}': 'nothing',
  'GET /stop-report/{token}': 'nothing',
  'POST /stop-report/{token}': 'any',
  'POST /internal/clock': 'json',
  'GET /healthz': 'nothing',
  'GET /readyz': 'nothing',
  'GET /metrics': 'nothing',
  'GET /docs/api': 'nothing',
  'GET /docs/api-search.js': 'nothing',
  'GET /*': 'nothing',
  'ALL /*': 'any',
  'ALL /assets/*': 'nothing',
  'ALL /api/*': 'json',
  'ALL /api/auth/*': 'json',
  'ALL /functions/*': 'json',
  'ALL /webhooks/twilio/*': 'any',
}

/** Returns every route of the server that runs with this environment, and the names of those that have no shape. */
export async function readRoutes(
  url: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ routes: Route[]; missing: string[] }> {
  const operations = readOperations(await readDocument(url))
  const described = new Map(operations.map((each) => [`${each.method} ${each.path}`, describedRoute(each)]))
  const missing: string[] = []
  const routes = new Map<string, Route>()
  const known = [...described.keys(), ...Object.keys(others)]
  for (const name of await routerNames(environment)) {
    const [method = '', path = ''] = name.split(' ')
    const takes = others[name]
    const route =
      described.get(name) ?? (takes && { method, path, takes, body: null, parameters: [], queries: [''] })
    if (route) routes.set(name, route)
    // Middleware of a path that has routes of its own needs no shape.
    else if (method !== 'ALL' || !known.some((each) => each.endsWith(` ${path}`))) missing.push(name)
  }
  missing.push(...[...described.keys()].filter((name) => !routes.has(name)))
  return { routes: [...routes.values()].map(called), missing }
}

/** Returns the route as it can be called, where it is for any method or path. */
function called(route: Route): Route {
  const method = route.method !== 'ALL' ? route.method : route.takes === 'nothing' ? 'GET' : 'POST'
  return { ...route, method, path: route.path.replace('*', 'nowhere') }
}

/** Returns what the running router knows: the same domains, with the same environment. */
async function routerNames(environment: NodeJS.ProcessEnv): Promise<Set<string>> {
  const env = { ...environment, STOCKCAST_ROLE: 'web' } as Record<string, string>
  const kernel = await createTestKernel({ database: { appUrl: env.DATABASE_URL! }, env })
  const domains = await createDomains(kernel)
  const { routes } = createApp(kernel, domains.authenticate, domains.mounts)
  await domains.close()
  await kernel.close()
  return new Set(
    routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`),
  )
}

function describedRoute({ method, path, parameters, body }: Operation): Route {
  const query = parameters.filter((each) => each.in === 'query')
  return {
    method,
    path,
    takes: method === 'GET' ? 'nothing' : body ? 'json' : 'any',
    body: body ?? null,
    parameters: query.map(({ name }) => name),
    queries: getQueries(query),
  }
}

function getQueries(parameters: Operation['parameters']): string[] {
  const required = parameters.filter((each) => each.required)
  const kinds = required.find(({ schema }) => schema.enum)
  const values = kinds?.schema.enum ?? ['']
  return values.map((value) => {
    const getSample = ({ name, schema }: Operation['parameters'][number]) =>
      String(name === kinds?.name ? value : sampleBody(schema, {}))
    return required.map((each) => `${each.name}=${encodeURIComponent(getSample(each))}`).join('&')
  })
}
