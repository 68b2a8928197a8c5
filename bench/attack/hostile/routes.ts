import { createDomains } from '../../../apps/server/src/domains.ts'
import { createApp } from '../../../apps/server/src/kernel/http/app.ts'
import type { JsonSchema } from '../../../apps/server/src/kernel/http/reference/schema-rows.ts'
import { sampleBody } from '../../../apps/server/src/testing/bad-values.ts'
import { type Operation, readOperations } from '../../../apps/server/src/testing/fuzz/operations.ts'
import { createTestKernel } from '../../../apps/server/src/testing/test-kernel.ts'
import { readDocument } from '../../launch/services.ts'

export interface Route {
  method: string
  /** With parameters as `{name}`. */
  path: string
  /** `json`: bodies by the schema; `any`: files, forms and whatever else a body can be. */
  takes: 'nothing' | 'json' | 'any'
  body: JsonSchema
  parameters: string[]
  /** Queries that the route accepts: one for each value of its kinds. */
  queries: string[]
}

/** What takes JSON and is not in the API description: webhooks, the clock, and calls of other methods. */
const JSON_ROUTES = [
  'POST /webhooks/shopify',
  'POST /webhooks/stripe',
  'POST /internal/clock',
  'ALL /api/*',
  'ALL /api/auth/*',
  'ALL /functions/*',
]

/** Returns every route of the server that runs with this environment, and the names of those that it lacks. */
export async function readRoutes(
  url: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ routes: Route[]; missing: string[] }> {
  const operations = readOperations(await readDocument(url))
  const described = new Map(operations.map((each) => [`${each.method} ${each.path}`, describedRoute(each)]))
  const names = await routerNames(environment)
  return {
    routes: names.map((name) => described.get(name) ?? otherRoute(name)),
    missing: [...described.keys()].filter((name) => !names.includes(name)),
  }
}

/** Returns what the running router knows: the same domains, with the same environment. */
async function routerNames(environment: NodeJS.ProcessEnv): Promise<string[]> {
  const env = { ...environment, STOCKCAST_ROLE: 'web' } as Record<string, string>
  const kernel = await createTestKernel({ database: { appUrl: env.DATABASE_URL! }, env })
  const domains = await createDomains(kernel)
  const { routes } = createApp(kernel, domains.authenticate, domains.mounts)
  await domains.close()
  await kernel.close()
  // Middleware of a path without `*` has routes with a method beside it.
  const called = routes.filter(({ method, path }) => method !== 'ALL' || path.includes('*'))
  const names = called.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`,
  )
  return [...new Set(names)]
}

function describedRoute({ method, path, parameters, body }: Operation): Route {
  const query = parameters.filter((each) => each.in === 'query')
  return {
    method,
    path,
    takes: method === 'GET' ? 'nothing' : body ? 'json' : 'any',
    body: body ?? {},
    parameters: query.map(({ name }) => name),
    queries: getQueries(query),
  }
}

/** Returns a route that the API does not describe, such as a webhook or a page, with one method and path where it takes any. */
function otherRoute(name: string): Route {
  const [method = '', path = ''] = name.split(' ')
  const isRead = method === 'GET' || path === '/assets/*'
  return {
    method: isRead ? 'GET' : method.replace('ALL', 'POST'),
    path: path.replace('*', 'nowhere'),
    takes: isRead ? 'nothing' : JSON_ROUTES.includes(name) ? 'json' : 'any',
    body: {},
    parameters: [],
    queries: [''],
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
